import { answer } from "../../../answer.js";

export const GET = async () => Response.json(await answer());
