// A question that waits for the data, and the offer to send it to the server.
import { html, nothing } from "lit-html";

import type { Actions } from "../actions/index.js";
import { longDate } from "../common/format.js";
import type { DataState, Question, ServerState } from "../state/data.js";
import type { State } from "../state/state.js";
import * as icons from "./icons.js";
import { toggle } from "./controls.js";

export function waitingView({ waiting, server, data, areQuestionsSent }: State, actions: Actions) {
  if (!waiting) return nothing;
  return html`
    <section class="waiting" aria-label="Waiting for the data">
      <p class="status">${icons.download}<span>${waiting.text}</span></p>
      <p class="small">${progressText(data)}</p>
      ${server ? offer(waiting.question, server, areQuestionsSent, actions) : nothing}
    </section>`;
}

function offer(
  question: Question,
  server: ServerState,
  areQuestionsSent: boolean,
  actions: Actions,
) {
  return html`
    ${server.is === "failed" ? html`<p class="flag">${icons.warning}The server did not answer</p>` : nothing}
    <button ?disabled=${server.is === "asking"}
      @click=${() => actions.askServer.ask()}>${server.is === "asking" ? "Asking the server…" : "Look it up on the server now"}</button>
    <p class="small">${SENT[question.by]} The server's data is of ${longDate(server.release.release_date)}.</p>
    ${sendingToggle(areQuestionsSent, "Do this for every question until the data has loaded", actions)}`;
}

/** Shows the choice to send every question, which can be withdrawn. */
export function sendingToggle(areQuestionsSent: boolean, text: string, actions: Actions) {
  return toggle(text, areQuestionsSent, (isOn) => actions.askServer.remember(isOn));
}

/**
 * Estimates the time that the data still takes. The line is never empty, so that nothing below it
 * moves.
 */
function progressText(data: DataState): string {
  if (data.is !== "downloading") return "Opening the data…";
  return data.secondsLeft === undefined
    ? "Loading the data…"
    : `About ${secondsText(data.secondsLeft)} left`;
}

/** What leaves the device. */
const SENT: Record<Question["by"], string> = {
  code: "This sends the code of the pack to the server of this page. Batch and serial number stay on this device.",
  name: "This sends your text to the server of this page.",
};

/** Formats a time as coarse as it is known. */
function secondsText(seconds: number): string {
  if (seconds < 60) return `${Math.max(5, Math.ceil(seconds / 5) * 5)} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? "1 minute" : `${minutes} minutes`;
}
