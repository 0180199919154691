// The views that few visits show. Each has a separate script, which is loaded after the scripts
// that answer.
import { nothing } from "lit-html";

import type { Actions } from "../actions/index.js";
import { Part } from "../common/part.js";
import type { State } from "../state/state.js";
import { viewOf } from "./first-notices.js";

const history = new Part(() => import("./history.js"));
const stock = new Part(() => import("./stock.js"));
const recalls = new Part(() => import("./watch.js"));
const about = new Part(() => import("./about.js"));
const report = new Part(() => import("./report.js"));

/** The views, in the order in which they are loaded. */
export const viewParts: readonly Part<unknown>[] = [history, stock, recalls, about, report];

/** Shows the view that the person chose in addition to lookups. */
export function otherView(state: State, actions: Actions) {
  const { view, isKiosk } = state;
  if (view === "about")
    return viewOf(about, { id: "about-title", text: "About" }, ({ aboutView }) =>
      aboutView(state, actions),
    );
  if (isKiosk) return nothing;
  switch (view) {
    case "history":
      return viewOf(history, { id: "history-title", text: "History" }, (records) =>
        records.recordsView(state, actions),
      );
    case "stock":
      return viewOf(stock, { id: "stock-title", text: "Stock-take" }, ({ stockView }) =>
        stockView(state, actions),
      );
    case "recalls":
      return viewOf(recalls, { id: "recalls-title", text: "Recalled batches" }, (watch) =>
        watch.recallsView(state, actions),
      );
    default:
      return nothing;
  }
}

/** Shows the report about the answer, while its form is open. */
export function reportView(state: State, actions: Actions) {
  if (!state.report) return nothing;
  return viewOf(report, { id: "report-title", text: "Report this code" }, (form) =>
    form.reportView(state, actions),
  );
}
