import { answers } from "./answers.js";

answers().then(
  (found) => postMessage(found),
  (error) => postMessage({ error: String(error) }),
);
