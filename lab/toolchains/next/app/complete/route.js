import { answer } from "../answer.js";

export const dynamic = "force-dynamic";

export const GET = async () => Response.json(await answer());
