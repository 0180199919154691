// The state of this page, as it starts in this browser.
import { browserFeatures } from "./browser.js";
import {
  areLimitsDismissed,
  areQuestionsSent,
  isCountingOn,
  isKioskOn,
} from "./common/settings.js";
import { initialState, Store } from "./state/state.js";

export const store = new Store(
  initialState({
    ...browserFeatures(),
    limitsDismissed: areLimitsDismissed(),
    isKiosk: isKioskOn(),
    areQuestionsSent: areQuestionsSent(),
    isCounting: isCountingOn(),
  }),
);
