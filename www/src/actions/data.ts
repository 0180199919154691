// The dataset: shows the state of the device's dataset on the page, asks for a new one on request,
// and imports a release file from the user, or rejects it with one sentence.
import type { OpenRelease, ImportedRelease, ImportProgress } from "blocks/device/dataset.js";
import { type DatasetSources, DeviceDataset, isLoading } from "blocks/device/device-dataset.js";
import { needsNewerPage } from "blocks/device/release.js";
import { shortName } from "blocks/device/words.js";
import type {
  DeviceEvents,
  Comparison,
  DeviceState,
  DeviceStatus,
  Offer,
  Release,
} from "blocks/device/types.js";

import { asSentence, shortDate, size, today } from "../common/format.js";
import { PUBLIC_KEYS } from "../data/releases.js";
import { saveLimitsDismissed } from "../common/settings.js";
import type { DataState } from "../state/data.js";
import type { Host, Store } from "../state/state.js";

export const DAMAGED = "The data on this device is damaged. Every answer may be wrong";

const OTHER_OFFERS: Partial<Record<Comparison, string>> = {
  reissued: "Changed release",
  real: "Real data",
  older: "The server has an older release",
};

export const offerTitle = (is: Comparison): string => OTHER_OFFERS[is] ?? "New release";

/** What is wrong with data that this page cannot read, and what to do. */
export const unreadableText = (release: Release): [what: string, remedy: string] =>
  needsNewerPage(release)
    ? ["This version of the page is too old for the server's data", "Reload the page to update it"]
    : ["The server's data is too old for this version of the page", "Try again later"];

/** The share of a download after which its speed is known well enough. */
const MEASURED_SHARE = 0.05;

/**
 * Estimates the time that the rest of a download takes, in seconds, if it goes on as fast. Returns
 * `undefined` at its start.
 */
export function secondsLeft(share: number, elapsedMs: number): number | undefined {
  return share >= MEASURED_SHARE ? Math.round((elapsedMs * (1 - share)) / share / 1000) : undefined;
}

export class Data {
  readonly #device: DeviceDataset;
  /** The status that the page shows now. */
  #shown: DeviceStatus | undefined;
  /** The first progress of a download. Another tab may have begun it. */
  #first: { at: number; received: number } | undefined;
  #wasLoading = false;
  /** The digest of the release that was announced last. */
  #announced: string | undefined;

  constructor(
    private readonly store: Store,
    private readonly host: Host,
    sources: Partial<DatasetSources>,
  ) {
    this.#device = new DeviceDataset({
      description: "dataset.json",
      publicKeys: PUBLIC_KEYS,
      sources: { now: () => host.now(), ...sources },
    });
    this.#device.addEventListener("change", ({ detail }) => this.#changed(detail));
    this.#device.addEventListener("open", ({ detail }) => this.#opened(detail));
    this.#device.addEventListener("damaged", () => this.#damaged());
  }

  /**
   * Opens the stored dataset, and asks the server. Answers wait for the rows of the history, which
   * show what was looked up before.
   */
  start(rows?: Promise<unknown>): Promise<void> {
    return this.#device.start(rows);
  }

  /** Installs the offered release. */
  download(): void {
    const { offer } = this.store.state;
    if (offer) void this.#device.install(offer.release);
  }

  retry(): void {
    void this.#device.retry();
  }

  dismissOffer(): void {
    this.#device.dismissOffer();
  }

  dismissLimits(): void {
    this.store.set({ limitsDismissed: true });
    saveLimitsDismissed();
  }

  /** Updates the page after it was hidden: the day, the release or the network may have changed. */
  refresh(): void {
    this.#updateToday();
    void this.#device.refresh();
  }

  /** Cancels earlier requests for data. */
  startRequest(): void {
    this.#device.startRequest();
  }

  /** Uses an open dataset from any source, and updates what is shown. */
  use(opened: OpenRelease): void {
    this.#device.use(opened);
  }

  #updateToday(): void {
    const day = today(new Date(this.host.now()));
    if (day === this.store.state.today) return;
    this.store.set({ today: day });
    if (this.store.state.packs) this.store.tell("dataOpened");
  }

  #changed({
    status,
    packs,
    release,
    isStored,
    lost,
    offer,
    refused,
    unreadable,
  }: DeviceState): void {
    const data = status === this.#shown ? this.store.state.data : this.#dataOf(status);
    if (status !== this.#shown) this.#wasLoading = this.#shown ? isLoading(this.#shown) : false;
    this.#shown = status;
    this.store.set({
      data,
      packs,
      release,
      lost,
      offer,
      refused,
      unreadable,
      ...(isStored !== undefined && { isStored }),
    });
    this.#announceOffer(offer, unreadable);
  }

  /** Announces what the server offers, once. The notice of demonstration data is an alert. */
  #announceOffer(offer: Offer | undefined, unreadable: Release | undefined): void {
    const release = offer?.release ?? unreadable;
    if (!release || release.sha256 === this.#announced) return;
    this.#announced = release.sha256;
    if (offer?.is === "demonstration") return;
    const text = offer ? offerText(offer) : unreadableText(release).join(". ");
    this.host.announce({ text, isWarning: false });
  }

  #dataOf(status: DeviceStatus): DataState {
    if (status.is === "failed")
      return {
        is: "failed",
        reason: this.host.isOnline() ? asSentence(status.error.message) : "You are offline.",
      };
    return status.is === "downloading" ? this.#downloading(status) : status;
  }

  #downloading({ is, release, received }: DeviceStatus & { is: "downloading" }): DataState {
    const now = this.host.now();
    if (received === 0) this.#first = undefined;
    else this.#first ??= { at: now, received };
    const before = this.#first?.received ?? 0;
    const share = (received - before) / (release.bytes - before);
    return {
      is,
      release,
      received,
      secondsLeft: secondsLeft(share, now - (this.#first?.at ?? now)),
    };
  }

  #opened({ updateBytes, release }: DeviceEvents["open"]["detail"]): void {
    // A question that waited is answered now, and its answer is announced.
    const isQuiet = !this.#wasLoading || this.store.state.waiting !== undefined;
    this.store.tell("dataOpened");
    if (updateBytes !== undefined) this.store.tell("notice", updatedText(updateBytes, release));
    else if (!isQuiet) this.host.announce({ text: loadedText(release), isWarning: false });
  }

  #damaged(): void {
    this.host.announce({ text: DAMAGED, isWarning: true });
    this.store.tell("dataOpened");
  }
}

const named = (release: Release): string =>
  `${shortName(release)} of ${shortDate(release.release_date)}`;

const offerText = ({ is, release }: Offer): string =>
  `${offerTitle(is)}: ${named(release)}${is === "older" ? "" : ". You can download it"}`;

const loadedText = (release: Release): string => `The data has loaded: ${named(release)}`;

const updatedText = (bytes: number, release: Release) =>
  `Updated. You downloaded ${size(bytes)} instead of ${size(release.download_bytes)}`;

export type Import = (
  file: File,
  progress: (progress: ImportProgress) => void,
  signal: AbortSignal,
) => Promise<ImportedRelease>;

export const NOW_USED = "You are now using your release";

export class ReleaseImport {
  #abort: AbortController | undefined;

  constructor(
    private readonly store: Store,
    private readonly host: Host,
    private readonly importReleaseFile: Import,
    private readonly use: (opened: OpenRelease) => void,
  ) {}

  /** Imports a file. It cancels an import that is under way. */
  async importFile(file: File): Promise<void> {
    this.cancel();
    const { signal } = (this.#abort = new AbortController());
    const { name } = file;
    const progress = (progress: ImportProgress) =>
      this.store.set({ releaseImport: { is: "importing", name, progress } });
    this.store.set({ releaseImport: { is: "importing", name }, view: "look-up" });
    try {
      const { opened, report } = await this.importReleaseFile(file, progress, signal);
      this.store.set({ releaseImport: { is: "imported", report } });
      this.host.announce({ text: NOW_USED, isWarning: false });
      this.use(opened);
    } catch (error) {
      if (!signal.aborted) this.#fail(error as Error);
    }
  }

  cancel(): void {
    this.#abort?.abort();
    this.dismiss();
  }

  dismiss(): void {
    this.store.set({ releaseImport: undefined });
  }

  #fail({ message }: Error): void {
    this.store.set({ releaseImport: { is: "failed", reason: message } });
    this.host.announce({ text: `This file cannot be used: ${message}`, isWarning: true });
  }
}
