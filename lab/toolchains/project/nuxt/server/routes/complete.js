import { answer } from "../../answer.js";

export default defineEventHandler(answer);
