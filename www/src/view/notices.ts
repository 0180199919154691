// Notices about the page itself: downloads, updates, undo.
import { isLoading } from "blocks/device/device-dataset.js";
import { shortName } from "blocks/device/words.js";
import { html, nothing } from "lit-html";

import { DAMAGED, offerTitle, unreadableText } from "../actions/data.js";
import type { Actions } from "../actions/index.js";
import { NEWER_VERSION } from "../actions/page.js";
import { megabytes, shortDate, size } from "../common/format.js";
import type { State } from "../state/state.js";
import * as icons from "./icons.js";
import { importNotice } from "./import-release.js";
import { limitsNotice } from "./first-notices.js";
import type { Comparison, Offer, Release, Update } from "blocks/device/types.js";

export function notices(state: State, actions: Actions) {
  return html`
    ${importNotice(state, actions)}
    ${damageNotice(state)}
    ${dataNotice(state, actions)}
    ${offerNotice(state, actions)}
    ${refusedNotice(state)}
    ${unreadableNotice(state)}
    ${limitsNotice(state, actions)}${pageNotice(state)}`;
}

function damageNotice({ release, lost }: State) {
  if (release?.damaged) {
    return html`
      <section class="notice danger" aria-label="Damaged data" role="alert">
        <p class="loud">${icons.danger}${DAMAGED}</p>
        <p>${named(release)} differs from the published release. Compare everything with the box until
          ${release.own ? "you choose its zip file again, under About" : "the page has downloaded it again"}.</p>
      </section>`;
  }
  if (!lost) return nothing;
  return html`
    <section class="notice caution" aria-label="Lost data">
      <p>${icons.warning}<strong>This page cannot read the data on this device.</strong> It must
        download ${named(lost)} again.</p>
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
      <p><strong>Loading ${shortName(release)}</strong> for offline use</p>
      <progress aria-label="Download" max=${release.bytes} .value=${received}></progress>
      <p class="small">${Math.floor((100 * received) / release.bytes)} % of ${megabytes(release.download_bytes)} MB</p>
    </section>`;
}

function updating(release: Release) {
  return html`
    <section class="notice" aria-label="Update">
      <p><strong>Updating to ${shortName(release)}</strong> from the release on this device.
        You can use that release until then.</p>
      <progress aria-label="Update"></progress>
    </section>`;
}

function failure(reason: string, hasOlder: boolean, actions: Actions) {
  return html`
    <section class="notice caution" aria-label="Download" role="alert">
      <p>${icons.warning}<strong>The data did not load.</strong> ${reason}
        ${hasOlder ? "You still have the earlier release." : nothing}</p>
      <p class="buttons"><button @click=${() => actions.data.retry()}>Try again</button></p>
    </section>`;
}

function offerNotice(state: State, actions: Actions) {
  const { offer, data, release, lost } = state;
  if (!offer || isLoading(data)) return nothing;
  const stored = release ?? lost;
  switch (offer.is) {
    case "older":
      return olderNotice(offer.release, stored, actions);
    case "demonstration":
      return demonstrationNotice(offer.release, stored, actions);
    default:
      return newReleaseNotice(offer, actions);
  }
}

/**
 * Says that the device keeps its data, because nobody whom this page trusts signed the data of the
 * server.
 */
function refusedNotice({ refused, packs }: State) {
  if (!refused || !packs) return nothing;
  return html`
    <section class="notice caution" aria-label="Refused release" role="alert">
      <p>${icons.warning}<strong>The release of the server was not taken:</strong>
        ${refused.message}. This device keeps its data.
        Tell whoever runs this service.</p>
    </section>`;
}

function newReleaseNotice({ release, is, update }: Offer, actions: Actions) {
  return html`
    <section class="notice" aria-label="New release">
      <p>${icons.download}${newReleaseText(release, is)},
        ${update ? withImporter(update) : size(release.download_bytes)}</p>
      <p class="buttons">
        <button class="primary" @click=${() => actions.data.download()}>Download now</button>
        <button @click=${() => actions.data.dismissOffer()}>Later</button>
      </p>
    </section>`;
}

/**
 * Computes the size of an update. The importer is downloaded with the first update and then cached
 * by the browser.
 */
const withImporter = (update: Update) =>
  `${size(update.download_bytes)}, plus 0.2 MB the first time`;

function newReleaseText(release: Release, is: Comparison) {
  const title = html`<strong>${offerTitle(is)}:</strong>`;
  switch (is) {
    case "reissued":
      return html`${title} ${named(release)} has been published again with changes`;
    case "real":
      return html`${title} you can replace the demonstration data with ${named(release)}`;
    default:
      return html`${title} ${named(release)}`;
  }
}

/**
 * Offers an older release. A server is set back if a release was wrong, but the person must decide.
 */
function olderNotice(release: Release, stored: Release | undefined, actions: Actions) {
  return html`
    <section class="notice caution" aria-label="Older release">
      <p>${icons.warning}<strong>${offerTitle("older")}:</strong> ${named(release)}.
        ${stored ? html`This device has ${named(stored)}.` : nothing}</p>
      <p class="buttons">
        <button class="primary" @click=${() => actions.data.dismissOffer()}>Keep the newer release</button>
        <button @click=${() => actions.data.download()}>Install the older release</button>
      </p>
    </section>`;
}

function demonstrationNotice(release: Release, stored: Release | undefined, actions: Actions) {
  return html`
    <section class="notice danger" aria-label="Demonstration data" role="alert">
      <p class="loud">${icons.danger}The server has only demonstration data. Its packs are made up,
        and no real box has their codes</p>
      <p>The server has ${named(release)}. ${stored ? html`This device has real data: ${named(stored)}.` : nothing}
        Do you want to replace the real data with demonstration data?</p>
      <p class="buttons">
        <button class="primary" @click=${() => actions.data.dismissOffer()}>No, keep the real data</button>
        <button class="risky" @click=${() => actions.data.download()}>Yes, use the made-up packs</button>
      </p>
    </section>`;
}

function unreadableNotice({ unreadable, release }: State) {
  if (!unreadable) return nothing;
  const [what, remedy] = unreadableText(unreadable);
  const rest = release ? html`Until then, you can use ${named(release)}.` : nothing;
  return html`
    <section class="notice caution" aria-label="Data that this page cannot read">
      <p>${icons.warning}<strong>${what}</strong> (${named(unreadable)}). ${remedy}. ${rest}</p>
      <p class="buttons"><button @click=${() => location.reload()}>Reload the page</button></p>
    </section>`;
}

function pageNotice({ updatePage }: State) {
  if (!updatePage) return nothing;
  const [what, remedy] = NEWER_VERSION;
  return html`
    <section class="notice" aria-label="New version">
      <p><strong>${what}.</strong> ${remedy}.</p>
      <p class="buttons"><button class="primary" @click=${updatePage}>Reload now</button></p>
    </section>`;
}

const named = (release: Release) =>
  html`${shortName(release)} of ${shortDate(release.release_date)}`;

/** Shows a short notice at the foot of the page. The live regions of the page announce it. */
export function toast({ notice }: State, { page }: Actions) {
  if (notice === undefined) return nothing;
  const hold = () => page.holdNotice();
  const release = () => page.releaseNotice();
  return html`
    <div class="toast" @pointerenter=${hold} @pointerleave=${release} @focusin=${hold} @focusout=${release}>
      <p>${notice}</p>
      <button aria-label="Hide this notice" @click=${() => page.hideNotice()}>${icons.stop}</button>
    </div>`;
}

/** Shows what was just deleted, with the button that restores it. */
export function undoLine(text: unknown, undo: () => void) {
  return html`<p class="cleared">${text}. <button @click=${undo}>Undo</button></p>`;
}
