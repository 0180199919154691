// The views that are loaded after the first one, with the actions.
export { summaryOf } from "../lookup/answer.js";
export { answerPlace } from "./answer.js";
export { countView, inViewView } from "./count.js";
export { entries } from "./entries.js";
export { notices, toast } from "./notices.js";
export { otherView } from "./parts.js";
export { packStatus } from "./warnings.js";

export type Views = typeof import("./views.js");
