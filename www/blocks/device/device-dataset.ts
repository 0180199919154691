// Keeps a dataset on the device. It opens the stored one at start, installs a new one on request,
// and installs one at once if no usable data is stored.
import { TypedTarget } from "../typed-target.js";
import { type Acceptance, acceptanceBy } from "./dataset-cache.js";
import { install, type LostRelease, openStored, type OpenRelease } from "./dataset.js";
import { fetchOfferedRelease } from "./fetch.js";
import type { InstallProgress } from "./in-turn.js";
import {
  canInstallUnasked,
  compareRelease,
  dataWarnings,
  isReadable,
  isWorthOffering,
} from "./release.js";
import type {
  Comparison,
  DataWarning,
  DeviceEvents,
  DeviceState,
  DeviceStatus,
  Offer,
  Release,
  Update,
} from "./types.js";
import { findUpdate } from "./update.js";

/**
 * The sources of datasets, which tests replace.
 *
 * @internal
 */
export interface DatasetSources {
  openStored(): Promise<OpenRelease | LostRelease | undefined>;
  fetchOffered(): Promise<Release>;
  /** Finds the update to a release, or `undefined` if the whole dataset is needed. */
  findUpdate(release: Release): Promise<Update | undefined>;
  /** Rejects if a later request replaced this one. */
  install(release: Release, progress: InstallProgress): Promise<OpenRelease>;
  /** The time in milliseconds. */
  now(): number;
}

const DAY_MS = 86_400_000;

/**
 * Keeps a dataset on a device, for pages without a network.
 *
 * Each download is verified by its SHA-256 before it replaces the stored data, and stored data is
 * verified after each start. Older data, and demonstration data in place of real data, are never
 * installed without {@link DeviceDataset.installOffer}.
 *
 * The data is in the Cache storage of the origin. All pages of an origin share it, also the
 * scanning page of Pack Lookup.
 *
 * The first visit costs one download of some megabytes, each week an update of some kilobytes, and
 * a later start only reads the stored bytes.
 *
 * @example
 * ```js
 * import { DeviceDataset } from "pack-lookup/device";
 *
 * const device = new DeviceDataset();
 * device.addEventListener("open", ({ detail }) => console.log(detail.packs.gtin("09521234567899")?.name));
 * device.addEventListener("damaged", () => console.log("The data is damaged. Every answer may be wrong"));
 * ```
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
   * Does nothing before {@link DeviceDataset.start}.
   *
   * @param options - `description` is the address of the server's `dataset.json`. The default is
   * `/dataset.json`. Another origin must allow this page. `publicKeys` belong to who publishes the
   * data: base64 of the 32 bytes of an Ed25519 key, or PEM. Then only releases are used that one of
   * them has signed, and none that is older than the last one. The signature is checked on the
   * device, and the last sequence is stored there.
   */
  constructor(
    options: {
      description?: string | undefined;
      publicKeys?: string | string[] | undefined;
      /** @internal */
      sources?: Partial<DatasetSources>;
    } = {},
  ) {
    super();
    const { description, publicKeys, sources = {} } = options;
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

  /**
   * The state now.
   *
   * @example
   * ```js
   * import { DeviceDataset } from "pack-lookup/device";
   *
   * new DeviceDataset().state; // { status: { is: "opening" } }
   * ```
   */
  get state(): DeviceState {
    return this.#state;
  }

  /**
   * Opens the stored dataset, and asks the server. Without usable data, it installs what the server
   * offers.
   *
   * @param ready - Nothing is opened before this promise resolves.
   * @returns A promise that never rejects. A failure is in {@link DeviceDataset.state}.
   *
   * @example
   * ```js
   * import { DeviceDataset } from "pack-lookup/device";
   *
   * const device = new DeviceDataset();
   * await device.start();
   * device.state.status.is; // "failed"
   * device.state.status.error.message; // "the server did not answer"
   * ```
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

  /**
   * Installs the offered release. Ask the person first if `offer.is` is `older` or `demonstration`.
   *
   * @returns A promise that never rejects.
   *
   * @example
   * ```js
   * import { DeviceDataset } from "pack-lookup/device";
   *
   * const device = new DeviceDataset();
   * if (device.state.offer?.is === "later") await device.installOffer();
   * ```
   */
  async installOffer(): Promise<void> {
    const { offer } = this.#state;
    if (offer) await this.install(offer.release);
  }

  /**
   * Removes the offer until the server is asked again.
   *
   * @example
   * ```js
   * import { DeviceDataset } from "pack-lookup/device";
   *
   * new DeviceDataset().dismissOffer();
   * ```
   */
  dismissOffer(): void {
    this.#set({ offer: undefined });
  }

  /**
   * Repeats the task that failed last.
   *
   * @returns A promise that never rejects.
   *
   * @example
   * ```js
   * import { DeviceDataset } from "pack-lookup/device";
   *
   * const device = new DeviceDataset();
   * if (device.state.status.is === "failed") await device.retry();
   * ```
   */
  retry(): Promise<void> {
    return this.#retryTask();
  }

  /**
   * Asks the server again: at once without reliable data, otherwise at most once a day. Call
   * it when the page becomes visible or the network returns.
   *
   * @returns A promise that never rejects.
   *
   * @example
   * ```js
   * import { DeviceDataset } from "pack-lookup/device";
   *
   * const device = new DeviceDataset();
   * await device.refresh();
   * ```
   */
  async refresh(): Promise<void> {
    const sinceCheck = Math.abs(this.#sources.now() - this.#checkedAt);
    if (this.#needsData() || sinceCheck >= DAY_MS) await this.#check();
  }

  /**
   * Builds the warnings about the data. Show them with every answer.
   *
   * @param today - The local day, `YYYY-MM-DD`. It decides whether the data is old.
   * @returns The warnings. Empty without data.
   *
   * @example
   * ```js
   * import { DeviceDataset } from "pack-lookup/device";
   *
   * new DeviceDataset().warnings("2026-01-31"); // []
   * ```
   */
  warnings(today: string): DataWarning[] {
    const { release } = this.#state;
    return release ? dataWarnings(release, today) : [];
  }

  /**
   * Ends all requests, and closes the dataset. The stored data stays on the device. `start` may
   * follow, and takes a running download over.
   *
   * @example
   * ```js
   * import { DeviceDataset } from "pack-lookup/device";
   *
   * new DeviceDataset().close();
   * ```
   */
  close(): void {
    this.#use.abort();
    this.#use = new AbortController();
    this.#checking = undefined;
    this.startRequest();
    this.#state.packs?.close();
    this.#state = { status: { is: "none" } };
  }

  /** Reports whether reliable data is missing. */
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

  /**
   * Registers a new request for data, which aborts the signal of the last one.
   *
   * @internal
   */
  startRequest(): AbortSignal {
    this.#request.abort();
    this.#request = new AbortController();
    return this.#request.signal;
  }

  /**
   * Installs a release. Rejects never: a failure is in the state.
   *
   * @internal
   */
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

  /** Makes the progress of an installation, which is reported while it is the last request. */
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

  /**
   * Uses an open dataset from any source.
   *
   * @internal
   */
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

/**
 * Reports whether a release is being downloaded or updated.
 *
 * @internal
 */
export const isLoading = ({ is }: Pick<DeviceStatus, "is">): boolean =>
  is === "downloading" || is === "updating";
