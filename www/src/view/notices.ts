// Notices about the page itself: downloads, updates, undo.
import { html, nothing } from "lit-html";

import type { Actions } from "../actions/index.js";
import { DAMAGED } from "../actions/data.js";
import { partialWords } from "../data/doubts.js";
import { needsNewerPage, type Release, shortName, type Standing, type Update } from "../data/release.js";
import { megabytes, shortDate, size } from "../words.js";
import { isArriving, type Offer, type State } from "../state.js";
import * as icons from "./icons.js";
import { ownNotice } from "./own-release.js";

export function notices(state: State, actions: Actions) {
  return html`
    ${ownNotice(state, actions)}${damageNotice(state)}${dataNotice(state, actions)}${offerNotice(state, actions)}${unreadableNotice(state)}
    ${partialNotice(state)}${limitsNotice(state, actions)}${pageNotice(state)}`;
}

function damageNotice({ release, lost }: State) {
  if (release?.damaged) {
    return html`
      <section class="notice danger" aria-label="Damaged data" role="alert">
        <p class="loud">${icons.danger}${DAMAGED}</p>
        <p>${named(release)} is no longer what was published. Compare everything with the box until
          ${release.own ? "you have chosen its zip again, under About" : "it has been fetched again"}.</p>
      </section>`;
  }
  if (!lost) return nothing;
  return html`
    <section class="notice caution" aria-label="Lost data">
      <p>${icons.warning}<strong>The data on this device can't be read any more:</strong> ${named(lost)} has to be fetched again.</p>
    </section>`;
}

function dataNotice({ data, packs }: State, actions: Actions) {
  switch (data.is) {
    case "downloading":
      // The first download is shown in the place of the release.
      return packs ? progress(data.release, data.received) : nothing;
    case "updating":
      return updating(data.release);
    case "failed":
      return failure(data.reason, packs !== undefined, actions);
    default:
      return nothing;
  }
}

function progress(release: Release, received: number) {
  return html`
    <section class="notice" aria-label="Download">
      <p><strong>Loading ${shortName(release)}</strong> for use without a network</p>
      <progress aria-label="Download" max=${release.bytes} .value=${received}></progress>
      <p class="small">${Math.floor((100 * received) / release.bytes)} % of ${megabytes(release.download_bytes)} MB</p>
    </section>`;
}

function updating(release: Release) {
  return html`
    <section class="notice" aria-label="Update">
      <p><strong>Updating to ${shortName(release)}</strong> from the release on this device. It stays in use until then.</p>
      <progress aria-label="Update"></progress>
    </section>`;
}

function failure(reason: string, hasOlder: boolean, actions: Actions) {
  return html`
    <section class="notice caution" aria-label="Download" role="alert">
      <p>${icons.warning}<strong>The data could not be loaded.</strong> ${reason}
        ${hasOlder ? "The release that you had stays in use." : nothing}</p>
      <p class="buttons"><button @click=${() => actions.data.retry()}>Try again</button></p>
    </section>`;
}

function offerNotice(state: State, actions: Actions) {
  const { offer, data, release, lost } = state;
  if (!offer || isArriving(data)) return nothing;
  const known = release ?? lost;
  switch (offer.is) {
    case "older":
      return olderNotice(offer.release, known, actions);
    case "demonstration":
      return demonstrationNotice(offer.release, known, actions);
    default:
      return newNotice(offer, actions);
  }
}

function newNotice({ release, is, update }: Offer, actions: Actions) {
  return html`
    <section class="notice" aria-label="New release">
      <p>${icons.download}${newWords(release, is)}, ${update ? withImporter(update) : size(release.download_bytes)}</p>
      <p class="buttons">
        <button class="primary" @click=${() => actions.data.download()}>Download now</button>
        <button @click=${() => actions.data.dismissOffer()}>Later</button>
      </p>
    </section>`;
}

/** Returns the size of an update. The importer is downloaded with the first update and then cached by the browser. */
const withImporter = (update: Update) => `${size(update.download_bytes)}, and once 0.2 MB for what applies it`;

function newWords(release: Release, is: Standing) {
  switch (is) {
    case "reissued":
      return html`<strong>Re-issued:</strong> ${named(release)} was published again, with other content`;
    case "real":
      return html`<strong>Real data:</strong> ${named(release)} is there to take the place of the demonstration`;
    default:
      return html`<strong>New release:</strong> ${named(release)}`;
  }
}

/** Offers an older release. A server is set back if a release was wrong, but the person must decide. */
function olderNotice(release: Release, known: Release | undefined, actions: Actions) {
  return html`
    <section class="notice caution" aria-label="Older release">
      <p>${icons.warning}<strong>The server has an older release:</strong> ${named(release)}.
        ${known ? html`That of this device is ${named(known)}.` : nothing}</p>
      <p class="buttons">
        <button class="primary" @click=${() => actions.data.dismissOffer()}>Don't change</button>
        <button @click=${() => actions.data.download()}>Take the older one</button>
      </p>
    </section>`;
}

function demonstrationNotice(release: Release, known: Release | undefined, actions: Actions) {
  return html`
    <section class="notice danger" aria-label="Demonstration data" role="alert">
      <p class="loud">${icons.danger}The server has only demonstration data: invented packs that no real box carries</p>
      <p>It has ${named(release)}, which is made up. ${known ? html`This device has real data: ${named(known)}.` : nothing}
        Are the invented packs to take the place of the real ones?</p>
      <p class="buttons">
        <button class="primary" @click=${() => actions.data.dismissOffer()}>No, keep the real data</button>
        <button class="risky" @click=${() => actions.data.download()}>Yes, replace it by invented packs</button>
      </p>
    </section>`;
}

function unreadableNotice({ unreadable, release }: State) {
  if (!unreadable) return nothing;
  const rest = release ? html`Until then, ${named(release)} stays in use.` : nothing;
  return html`
    <section class="notice caution" aria-label="Data that can't be read">
      <p>${icons.warning}${needsNewerPage(unreadable)
        ? html`<strong>This page must be updated before it can read the server's data</strong> (${named(unreadable)}).`
        : html`<strong>The server's data is older than this page,</strong> which can't read it (${named(unreadable)}). The server has to be updated.`}
        ${rest}</p>
      <p class="buttons"><button @click=${() => location.reload()}>Reload the page</button></p>
    </section>`;
}

function partialNotice({ release }: State) {
  if (!release || release.gaps.length === 0) return nothing;
  return html`
    <section class="notice caution" aria-label="Incomplete data">
      <p>${icons.warning}<strong>${partialWords(release)}.</strong></p>
    </section>`;
}

/** Lists what this browser does not do for the page. */
function limitsNotice({ isKept, isPageKept, limitsSeen }: State, actions: Actions) {
  if (limitsSeen || (isKept !== false && isPageKept !== false)) return nothing;
  return html`
    <section class="notice" aria-label="What this browser can't do">
      ${isKept === false ? html`<p>${icons.warning}<strong>This browser does not keep the data,</strong> because its storage is full or
        blocked. All works now; at the next visit the data is fetched again.</p>` : nothing}
      ${isPageKept === false ? html`<p>${icons.warning}<strong>This browser does not keep the page.</strong> All works now; to open it
        again, it needs a network.</p>` : nothing}
      <p class="buttons"><button @click=${() => actions.data.dismissLimits()}>Understood</button></p>
    </section>`;
}

function pageNotice({ updatePage }: State) {
  if (!updatePage) return nothing;
  return html`
    <section class="notice" aria-label="New version">
      <p><strong>A new version of this page is ready.</strong> It starts when you reload.</p>
      <p class="buttons"><button class="primary" @click=${updatePage}>Reload now</button></p>
    </section>`;
}

const named = (release: Release) => html`${shortName(release)} of ${shortDate(release.release_date)}`;

/** Shows a short notice at the foot of the page, which disappears by itself. */
export function toast({ notice }: State, actions: Actions) {
  if (!notice) return nothing;
  const undo = () => {
    notice.undo?.();
    actions.page.dismissNotice();
  };
  return html`
    <div class="toast" role="status">
      <span>${notice.text}</span>
      ${notice.undo ? html`<button @click=${undo}>Undo</button>` : nothing}
    </div>`;
}
