import { blocks } from "./blocks.js";

const outcome = blocks().catch((error) => ({ error: String(error), cause: String(error.cause) }));
outcome.then((result) => (document.title = JSON.stringify(result)));
