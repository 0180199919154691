// The script with all actions, and with the views of answers. It is requested at once, and the first
// view does not wait for it.
import { Part } from "./part.js";

export const app = new Part(() => import("./app.js"));
