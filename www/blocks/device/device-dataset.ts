// Keeps a dataset on the device. It opens the stored one at start, installs a new one on request,
// and installs one at once if no usable data is stored.
import type { PackLookup } from "pack-lookup/core";

import { TypedTarget } from "../typed-target.js";
import { type Acceptance, acceptanceBy } from "./accepted.js";
import { install, type LostRelease, openStored, type OpenRelease } from "./dataset.js";
import { fetchOfferedRelease } from "./fetch.js";
import type { InstallProgress } from "./in-turn.js";
import {
  canInstallUnasked,
  compareRelease,
  type Comparison,
  type DataWarning,
  dataWarnings,
  isReadable,
  isWorthOffering,
  type Release,
  type Update,
} from "./release.js";
import { findUpdate } from "./update.js";

/** The sources of datasets, which tests replace. */
export interface DatasetSources {
  openStored(): Promise<OpenRelease | LostRelease | undefined>;
  fetchOffered(): Promise<Release>;
  /** Returns the update to a release, or `undefined` if the whole dataset is needed. */
  findUpdate(release: Release): Promise<Update | undefined>;
  /** Rejects if a later request replaced this one. */
  install(release: Release, progress: InstallProgress): Promise<OpenRelease>;
  /** Returns the time in milliseconds. */
  now(): number;
}

export type DeviceStatus =
  | { is: "opening" }
  | { is: "none" }
  | { is: "downloading"; release: Release; received: number }
  | { is: "updating"; release: Release }
  | { is: "failed"; error: Error }
  | { is: "ready" };

/** A release that the server offers, and how it compares with the stored one. */
export interface Offer {
  release: Release;
  is: Comparison;
  /** The update that will be downloaded instead of the whole release. */
  update?: Update | undefined;
}

export interface DeviceState {
  readonly status: DeviceStatus;
  readonly packs?: PackLookup | undefined;
  readonly release?: Release | undefined;
  /** Whether the device stores the data for the next visit. */
  readonly isStored?: boolean | undefined;
  /** The stored release, if it cannot be opened any more. */
  readonly lost?: Release | undefined;
  readonly offer?: Offer | undefined;
  /** The server's release, if this module cannot read its format. */
  readonly unreadable?: Release | undefined;
  /** Why the server's release is refused, where public keys are pinned. */
  readonly refused?: Error | undefined;
}

export interface DeviceEvents {
  /** The state has changed. */
  change: CustomEvent<DeviceState>;
  /** A dataset is open: at start, and after each installation. The previous one is closed. */
  open: CustomEvent<OpenRelease>;
  /** The open data does not have its published digest. Every answer may be wrong. */
  damaged: CustomEvent<Release>;
}

const DAY_MS = 86_400_000;

/**
 * The dataset of a device: it opens the stored one, asks the server for a later one, downloads,
 * verifies and stores it, and keeps the earlier one if anything fails. `start()` is enough: `state`
 * and the event `change` say what happens.
 *
 * The first visit costs one download of some megabytes, each week an update of some kilobytes, and
 * a later start only reads the stored bytes.
 */
export class DeviceDataset extends TypedTarget<DeviceEvents> {
  #state: DeviceState = { status: { is: "opening" } };
  #checkedAt = 0;
  #checking: Promise<void> | undefined;
  #ready: Promise<unknown> = Promise.resolve();
  /** Ends the last request for data. */
  #request = new AbortController();
  /** Aborted by `close`. */
  #use = new AbortController();
  /** The last task that failed, for a retry. */
  #retryTask: () => Promise<void> = () => this.#check();
  readonly #sources: DatasetSources;
  readonly #accept: Acceptance;

  /**
   * `description` is the address of `dataset.json` of the server. With `publicKeys`, one of them
   * must have signed it.
   */
  constructor({
    description,
    publicKeys,
    sources = {},
  }: {
    description?: string | undefined;
    publicKeys?: string | string[] | undefined;
    sources?: Partial<DatasetSources>;
  } = {}) {
    super();
    this.#accept = acceptanceBy(publicKeys);
    this.#sources = {
      openStored,
      fetchOffered: () => fetchOfferedRelease(description),
      findUpdate,
      install,
      now: () => Date.now(),
      ...sources,
    };
  }

  get state(): DeviceState {
    return this.#state;
  }

  /**
   * Asks the server and opens the stored dataset at the same time. Nothing is opened before `ready`
   * resolves.
   */
  start(ready: Promise<unknown> = Promise.resolve()): Promise<void> {
    this.#ready = ready;
    if (this.#state.status.is === "none") this.#set({ status: { is: "opening" } });
    return this.#check(this.#openStored());
  }

  async #openStored(): Promise<void> {
    const signal = this.startRequest();
    const stored = await this.#sources.openStored().catch(() => undefined);
    if (signal.aborted) return stored?.packs?.close();
    if (!stored?.packs) return this.#set({ lost: stored?.release });
    await this.#ready;
    this.#useUnless(signal, stored);
  }

  /** Installs the offered release. */
  async installOffer(): Promise<void> {
    const { offer } = this.#state;
    if (offer) await this.install(offer.release);
  }

  dismissOffer(): void {
    this.#set({ offer: undefined });
  }

  /** Repeats the task that failed. */
  retry(): Promise<void> {
    return this.#retryTask();
  }

  /** Asks the server again, at most once a day, or at once if there is no reliable data. */
  async refresh(): Promise<void> {
    const sinceCheck = Math.abs(this.#sources.now() - this.#checkedAt);
    if (this.#needsData() || sinceCheck >= DAY_MS) await this.#check();
  }

  /**
   * Returns the warnings about the data that apply to every answer. `today` is a local day,
   * `YYYY-MM-DD`.
   */
  warnings(today: string): DataWarning[] {
    const { release } = this.#state;
    return release ? dataWarnings(release, today) : [];
  }

  /** Ends all requests, and frees the memory. `start` may follow. */
  close(): void {
    this.#use.abort();
    this.#use = new AbortController();
    this.#checking = undefined;
    this.startRequest();
    this.#state.packs?.close();
    this.#state = { status: { is: "none" } };
  }

  /** Returns whether there is no reliable data. */
  #needsData(): boolean {
    const { packs, release } = this.#state;
    return !packs || release?.damaged === true;
  }

  #check(storedRead?: Promise<void>): Promise<void> {
    const { signal } = this.#use;
    this.#checking ??= this.#checkNow(signal, storedRead).finally(() => {
      if (!signal.aborted) this.#checking = undefined;
    });
    return this.#checking;
  }

  /**
   * Asks the server for its release. `storedRead` resolves when the stored release is read, so that
   * both can be compared.
   */
  async #checkNow(signal: AbortSignal, storedRead?: Promise<void>): Promise<void> {
    if (isLoading(this.#state.status)) return;
    const [answer] = await Promise.allSettled([this.#sources.fetchOffered(), storedRead]);
    try {
      if (answer.status === "rejected") throw answer.reason;
      this.#checkedAt = this.#sources.now();
      await this.#requireAccepted(answer.value, signal);
      await this.#compare(answer.value);
    } catch (error) {
      if (this.#needsData() && !signal.aborted) this.#fail(error, () => this.#check());
    }
  }

  /** Rejects, unless a release may be used. The reason is in the state. */
  async #requireAccepted(release: Release, signal: AbortSignal): Promise<void> {
    const refused = await this.#accept(release).catch((error: Error) => error);
    signal.throwIfAborted();
    if (refused || this.#state.refused) this.#set({ refused: refused ?? undefined });
    if (refused) throw refused;
  }

  async #compare(offered: Release): Promise<void> {
    const { release, lost } = this.#state;
    const is = compareRelease(offered, release ?? lost);
    if (!isReadable(offered)) return this.#showOffer({ unreadable: offered });
    if (this.#needsData() && canInstallUnasked(is)) return this.install(offered);
    if (!isWorthOffering(is, this.#needsData() ? undefined : release)) return this.#showOffer({});
    const { signal } = this.#use;
    const offer = await this.#offer(offered, is);
    // The current release may have changed meanwhile; then this comparison is outdated.
    if (this.#state.release === release && !signal.aborted) this.#showOffer({ offer });
  }

  async #offer(release: Release, is: Comparison): Promise<Offer> {
    return { release, is, update: await this.#sources.findUpdate(release).catch(() => undefined) };
  }

  /**
   * Updates the offer after a failure, because the offered update may have been removed from the
   * server.
   */
  async #refreshOffer(): Promise<void> {
    const { offer } = this.#state;
    const refreshed = offer && (await this.#offer(offer.release, offer.is));
    if (this.#state.offer === offer) this.#set({ offer: refreshed });
  }

  /** Continues with the current data, and shows what the server offers. */
  #showOffer({ offer, unreadable }: Pick<DeviceState, "offer" | "unreadable">): void {
    this.#set({ status: { is: this.#state.packs ? "ready" : "none" }, offer, unreadable });
  }

  /** Registers a new request for data, which aborts the signal of the last one. */
  startRequest(): AbortSignal {
    this.#request.abort();
    this.#request = new AbortController();
    return this.#request.signal;
  }

  /** Installs a release. Rejects never: a failure is in the state. */
  async install(release: Release): Promise<void> {
    const signal = this.startRequest();
    try {
      await this.#installNow(release, this.#progressOf(release, signal));
    } catch (error) {
      if (signal.aborted) return;
      this.#fail(error, () => this.install(release));
      await this.#refreshOffer();
    }
  }

  async #installNow(release: Release, progress: InstallProgress): Promise<void> {
    progress.received(0);
    await this.#requireAccepted(release, progress.signal);
    const opened = await this.#sources.install(release, progress);
    await this.#ready;
    this.#useUnless(progress.signal, opened);
  }

  /** Returns the progress of an installation, which is reported while it is the last request. */
  #progressOf(release: Release, signal: AbortSignal): InstallProgress {
    const setStatus = (status: DeviceStatus) => {
      if (!signal.aborted) this.#set({ status });
    };
    return {
      received: (received) => setStatus({ is: "downloading", release, received }),
      updating: () => setStatus({ is: "updating", release }),
      signal,
    };
  }

  #useUnless({ aborted }: AbortSignal, opened: OpenRelease): void {
    if (aborted) opened.packs.close();
    else this.use(opened);
  }

  /** Uses an open dataset from any source. */
  use(opened: OpenRelease): void {
    const { release, packs, isStored } = opened;
    this.startRequest();
    const previous = this.#state.packs;
    this.#set({
      packs,
      release,
      isStored,
      status: { is: "ready" },
      offer: undefined,
      unreadable: undefined,
      lost: undefined,
    });
    previous?.close();
    this.dispatchEvent(new CustomEvent("open", { detail: opened }));
    void this.#verify(opened);
  }

  /** Verifies the digest in the background, so that the first answers do not wait for it. */
  async #verify({ release, packs, verifyDigest }: OpenRelease): Promise<void> {
    const isValid = await verifyDigest().catch(() => true);
    if (isValid || this.#state.packs !== packs) return;
    this.#set({ release: { ...release, damaged: true } });
    this.dispatchEvent(new CustomEvent("damaged", { detail: release }));
    await this.#checking;
    await this.#check();
  }

  #fail(error: unknown, retry: () => Promise<void>): void {
    this.#retryTask = retry;
    this.#set({ status: { is: "failed", error: error as Error } });
  }

  #set(changes: Partial<DeviceState>): void {
    this.#state = { ...this.#state, ...changes };
    this.dispatchEvent(new CustomEvent("change", { detail: this.#state }));
  }
}

/** Returns whether a release is being downloaded or updated. */
export const isLoading = ({ is }: Pick<DeviceStatus, "is">): boolean =>
  is === "downloading" || is === "updating";
