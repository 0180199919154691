// The form of a report about the current answer.
import { html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";

import type { Actions } from "../actions/index.js";
import { PATIENT_NUMBER } from "../actions/report.js";
import type { Answer } from "../lookup/answer.js";
import {
  type Draft,
  MAX_BOX_LENGTH,
  type Problem,
  PROBLEMS,
  problemsOf,
  mayHavePatientNumber,
} from "../report/draft.js";
import { mailLink, type Receiver, RECEIVERS } from "../report/receivers.js";
import { reportText } from "../report/text.js";
import type { State } from "../state/state.js";
import * as icons from "./icons.js";
import { typed, ticked } from "./controls.js";

/** Shows the form below the answer that it is about. */
export function reportView(
  { report, answer, packs, today, canShareText }: State,
  actions: Actions,
) {
  if (!report || !answer) return nothing;
  const text = reportText(answer, report, { today, version: packs?.about.version ?? "" });
  const isBlocked = hasPatientNumber(report, answer);
  const isShared = !isBlocked && report.problem !== undefined;
  return html`
    <section class="card report" aria-labelledby="report-title" @keydown=${onEscape(() => actions.report.cancel())}>
      <h2 id="report-title" tabindex="-1">Report this code</h2>
      <p><strong>Never add names or numbers of patients.</strong> This page sends nothing. You copy,
        share or mail the report yourself.</p>
      ${problemField(report, answer, actions)}
      ${boxField(report, actions)}
      ${options(report, answer, actions)}
      ${isBlocked ? patientNumber() : nothing}
      ${isShared ? copyButtons(text, canShareText, actions) : nothing}
      ${
        report.problem
          ? nothing
          : html`<p class="flag">${icons.warning}Choose what is wrong. Then you can copy the report.</p>`
      }
      <h3 id="report-preview">The report</h3>
      <pre aria-labelledby="report-preview">${text}</pre>
      ${isShared ? receivers(report.problem!, answer, text) : nothing}
      <p class="buttons"><button @click=${() => actions.report.cancel()}>Cancel</button></p>
    </section>`;
}

/** Handles Escape, except in the text field: there it closes the list of packs. */
const onEscape =
  (action: () => void) =>
  ({ key, target }: KeyboardEvent) => {
    if (key === "Escape" && (target as HTMLElement).id !== "report-box") action();
  };

function problemField({ problem }: Draft, { outcome }: Answer, actions: Actions) {
  return html`
    <fieldset><legend>What is wrong?</legend>
      ${problemsOf(outcome).map((one) => problemChoice(one, one === problem, actions))}
    </fieldset>`;
}

function problemChoice(problem: Problem, isChecked: boolean, actions: Actions) {
  return html`
    <label class="toggle"><input type="radio" name="report-problem" .checked=${live(isChecked)}
      @change=${() => actions.report.change({ problem })}>
      ${PROBLEMS[problem]}</label>`;
}

function boxField({ box, proposed }: Draft, actions: Actions) {
  return html`
    <label for="report-box">What the box says</label>
    <p id="report-box-hint" class="small">Name, strength, size and supplier. Type them,
      or choose a pack from the list.</p>
    <input id="report-box" type="text" list="report-packs" autocomplete="off" autocapitalize="off"
      spellcheck="false" maxlength=${MAX_BOX_LENGTH}
      aria-describedby="report-box-hint" .value=${live(box)}
      @input=${typed((text) => actions.report.describeBox(text))}>
    <datalist id="report-packs">${proposed.map(({ name }) => html`<option value=${name}></option>`)}</datalist>`;
}

const CONTENT = "Add the content of the code, with any batch and serial number";

function options({ withExpiry, withSerial }: Draft, { outcome }: Answer, actions: Actions) {
  const scan = "scan" in outcome ? outcome.scan : undefined;
  const addExpiry = (withExpiry: boolean) => actions.report.change({ withExpiry });
  const addSerial = (withSerial: boolean) => actions.report.change({ withSerial });
  const hasSerial = scan?.batch !== undefined || scan?.serial !== undefined;
  return html`
    ${scan?.expiry ? option("Add expiry date", withExpiry, addExpiry) : nothing}
    ${hasSerial ? option("Add batch and serial number", withSerial, addSerial) : nothing}
    ${outcome.is === "unreadable" ? option(CONTENT, withSerial, addSerial) : nothing}`;
}

function option(text: string, isChecked: boolean, change: (isChecked: boolean) => void) {
  return html`
    <p class="option"><label class="toggle"><input type="checkbox" .checked=${live(isChecked)}
      @change=${ticked(change)}>
      ${text}</label></p>`;
}

/**
 * Reports whether a text that somebody typed, or an unreadable code, may have the number of a
 * patient.
 */
function hasPatientNumber({ box, withSerial }: Draft, { outcome }: Answer): boolean {
  return (
    mayHavePatientNumber(box) ||
    (withSerial && outcome.is === "unreadable" && mayHavePatientNumber(outcome.text))
  );
}

function patientNumber() {
  return html`<div class="callout danger">${icons.danger}<p class="loud">${PATIENT_NUMBER}</p></div>`;
}

function copyButtons(text: string, canShareText: boolean, actions: Actions) {
  return html`
    <p class="buttons">
      <button class="primary" @click=${() => actions.page.copy(text, "Report copied")}>${icons.copy}Copy report</button>
      ${canShareText ? html`<button @click=${() => void actions.report.share(text)}>Share report</button>` : nothing}
    </p>`;
}

function receivers(problem: Problem, { release }: Answer, text: string) {
  if (release.demo)
    return html`<p>This is demonstration data, so there is nobody to send the report to.</p>`;
  const chosen = RECEIVERS.filter(({ problems }) => problems.includes(problem));
  return html`
    <h3>Who to send it to</h3>
    <ul>${chosen.map(
      (receiver) =>
        html`<li>${receiverView(receiver, `${PROBLEMS[problem]}: barcode report`, text)}</li>`,
    )}</ul>`;
}

function receiverView(
  { name, for: purpose, address, page }: Receiver,
  subject: string,
  text: string,
) {
  return html`
    <p><strong>${name}</strong>, for ${purpose}</p>
    ${address ? mailButton(name, mailLink(address, subject, text)) : nothing}
    ${
      page
        ? html`<p>Copy the report, then fill in the form on <a href=${page} rel="noreferrer"
          >the Yellow Card site</a>. This report is not a Yellow Card.</p>`
        : nothing
    }`;
}

function mailButton(name: string, { href, isComplete }: ReturnType<typeof mailLink>) {
  return html`
    <p class="buttons"><a class="button" href=${href}>Mail to ${name}</a></p>
    ${
      isComplete
        ? nothing
        : html`<p>This report is too long for a mail link. Copy the report, then paste it into the mail.</p>`
    }`;
}
