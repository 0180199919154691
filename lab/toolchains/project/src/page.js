import { answer } from "./answer.js";

const outcome = answer().catch((error) => ({ error: String(error), reason: error.reason }));
outcome.then((told) => (document.title = JSON.stringify(told)));
