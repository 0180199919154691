// The dataset: shows the state of the device's dataset on the page, and asks for a new one on
// request.
import type { OpenRelease } from "blocks/device/dataset.js";
import {
  type DatasetSources,
  DeviceDataset,
  type DeviceState,
  type DeviceStatus,
} from "blocks/device/device-dataset.js";
import type { Release } from "blocks/device/release.js";

import { asSentence, size, today } from "../format.js";
import { saveLimitsDismissed } from "../settings.js";
import type { DataState, Host, Store } from "../state.js";

export const DAMAGED = "The data on this device is damaged. Every answer may be wrong";

/** The share of a download after which its speed is known well enough. */
const MEASURED_SHARE = 0.05;

/**
 * Returns the time that the rest of a download takes, in seconds, if it goes on as fast. Returns
 * `undefined` at its start.
 */
export function secondsLeft(share: number, elapsedMs: number): number | undefined {
  return share < MEASURED_SHARE ? undefined : Math.round((elapsedMs * (1 - share)) / share / 1000);
}

export class Data {
  readonly #device: DeviceDataset;
  /** The status that the page shows now, and when its download began. */
  #shown: DeviceStatus | undefined;
  #startedAt = 0;

  constructor(
    private readonly store: Store,
    private readonly host: Host,
    sources: Partial<DatasetSources>,
    private readonly opened: () => void,
    private readonly notify: (text: string) => void = () => {},
  ) {
    this.#device = new DeviceDataset({
      description: "dataset.json",
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
    if (this.store.state.packs) this.opened();
  }

  #changed({ status, packs, release, isStored, lost, offer, unreadable }: DeviceState): void {
    const data = status === this.#shown ? this.store.state.data : this.#dataOf(status);
    this.#shown = status;
    this.store.set({
      data,
      packs,
      release,
      lost,
      offer,
      unreadable,
      ...(isStored !== undefined && { isStored }),
    });
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
    if (received === 0) this.#startedAt = now;
    return {
      is,
      release,
      received,
      secondsLeft: secondsLeft(received / release.bytes, now - this.#startedAt),
    };
  }

  #opened({ updateBytes, release }: OpenRelease): void {
    this.opened();
    if (updateBytes !== undefined) this.notify(updatedText(updateBytes, release));
  }

  #damaged(): void {
    this.host.announce({ text: DAMAGED, isWarning: true });
    this.opened();
  }
}

const updatedText = (bytes: number, release: Release) =>
  `Updated. You downloaded ${size(bytes)} instead of ${size(release.download_bytes)}`;
