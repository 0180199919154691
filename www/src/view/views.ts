// The views that are loaded after the first one, with the actions.
export { answerPlace } from "./answer.js";
export { countView, inViewView } from "./count.js";
export { entries } from "./entries.js";
export { glance } from "./answer.js";
export { meaningsOf } from "./warnings.js";
export { notices, toast } from "./notices.js";
export { otherView } from "./parts.js";
