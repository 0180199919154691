import { answer } from "./answer.js";

const outcome = answer().catch((error) => ({ error: String(error), reason: error.reason }));
outcome.then((result) => (document.title = JSON.stringify(result)));
