// The dataset: opens the stored one at start, installs a new one on request, and installs one at once if no usable data is stored.
import type { InstallProgress, LostRelease, OpenRelease } from "../data/dataset.js";
import { canInstallUnasked, compareRelease, type Comparison, isReadable, isWorthOffering, type Release, type Update } from "../data/release.js";
import { asSentence, size, today } from "../format.js";
import { saveLimitsDismissed } from "../settings.js";
import { type DataState, type Host, isLoading, type Offer, type State, type Store } from "../state.js";

/** The sources of datasets. */
export interface DatasetSources {
  openStored(): Promise<OpenRelease | LostRelease | undefined>;
  fetchOffered(): Promise<Release>;
  /** Returns the update to a release, or `undefined` if the whole dataset is needed. */
  findUpdate(release: Release): Promise<Update | undefined>;
  /** Resolves to `undefined` if a later request replaced this one. */
  install(release: Release, progress: InstallProgress): Promise<OpenRelease | undefined>;
}

export const DAMAGED = "The data on this device is damaged. Every answer may be wrong";

const DAY_MS = 86_400_000;

/** The share of a download after which its speed is known well enough. */
const MEASURED_SHARE = 0.05;

/** Returns the time that the rest of a download takes, in seconds, if it goes on as fast. Returns `undefined` at its start. */
export function secondsLeft(share: number, elapsedMs: number): number | undefined {
  return share < MEASURED_SHARE ? undefined : Math.round((elapsedMs * (1 - share)) / share / 1000);
}

export class Data {
  #checkedAt = 0;
  #checking: Promise<void> | undefined;
  /** The rows of the history. They show what was looked up before, so no answer is given until they are read. */
  #rows: Promise<unknown> = Promise.resolve();
  #requests = 0;
  /** The last task that failed, for a retry. */
  #retryTask: () => Promise<void> = () => this.#check();

  constructor(
    private readonly store: Store,
    private readonly host: Host,
    private readonly sources: DatasetSources,
    private readonly opened: () => void,
    private readonly notify: (text: string) => void = () => {},
  ) {}

  /** Asks the server and opens the stored dataset at the same time. Answers wait for the rows of the history. */
  start(rows: Promise<unknown> = Promise.resolve()): Promise<void> {
    this.#rows = rows;
    return this.#check(this.#openStored());
  }

  async #openStored(): Promise<void> {
    const isCurrent = this.startRequest();
    const stored = await this.sources.openStored().catch(() => undefined);
    if (!isCurrent()) return stored?.packs?.close();
    if (!stored?.packs) return this.store.set({ lost: stored?.release });
    await this.#rows;
    this.#useIfCurrent(isCurrent(), stored);
  }

  /** Installs the offered release. */
  download(): void {
    const { offer } = this.store.state;
    if (offer) void this.#install(offer.release);
  }

  retry(): void {
    void this.#retryTask();
  }

  dismissOffer(): void {
    this.store.set({ offer: undefined });
  }

  dismissLimits(): void {
    this.store.set({ limitsDismissed: true });
    saveLimitsDismissed();
  }

  /** Updates the page after it was hidden: the day, the release or the network may have changed. */
  refresh(): void {
    this.#updateToday();
    const sinceCheck = Math.abs(this.host.now() - this.#checkedAt);
    if (this.#needsData() || sinceCheck >= DAY_MS) void this.#check();
  }

  #updateToday(): void {
    const day = today(new Date(this.host.now()));
    if (day === this.store.state.today) return;
    this.store.set({ today: day });
    if (this.store.state.packs) this.opened();
  }

  /** Returns whether there is no reliable data. */
  #needsData(): boolean {
    const { packs, release } = this.store.state;
    return !packs || release?.damaged === true;
  }

  #check(storedRead?: Promise<void>): Promise<void> {
    this.#checking ??= this.#checkNow(storedRead).finally(() => (this.#checking = undefined));
    return this.#checking;
  }

  /** Asks the server for its release. `storedRead` resolves when the stored release is read, so that both can be compared. */
  async #checkNow(storedRead?: Promise<void>): Promise<void> {
    if (isLoading(this.store.state.data)) return;
    const [answer] = await Promise.allSettled([this.sources.fetchOffered(), storedRead]);
    try {
      if (answer.status === "rejected") throw answer.reason;
      this.#checkedAt = this.host.now();
      await this.#compare(answer.value);
    } catch (error) {
      if (this.#needsData()) this.#fail(error, () => this.#check());
    }
  }

  async #compare(offered: Release): Promise<void> {
    const { release, lost } = this.store.state;
    const is = compareRelease(offered, release ?? lost);
    if (!isReadable(offered)) return this.#showOffer({ unreadable: offered });
    if (this.#needsData() && canInstallUnasked(is)) return this.#install(offered);
    if (!isWorthOffering(is, this.#needsData() ? undefined : release)) return this.#showOffer({});
    const offer = await this.#offer(offered, is);
    // The current release may have changed meanwhile; then this comparison is outdated.
    if (this.store.state.release === release) this.#showOffer({ offer });
  }

  async #offer(release: Release, is: Comparison): Promise<Offer> {
    return { release, is, update: await this.sources.findUpdate(release).catch(() => undefined) };
  }

  /** Updates the offer after a failure, because the offered update may have been removed from the server. */
  async #refreshOffer(): Promise<void> {
    const { offer } = this.store.state;
    const refreshed = offer && (await this.#offer(offer.release, offer.is));
    if (this.store.state.offer === offer) this.store.set({ offer: refreshed });
  }

  /** Continues with the current data, and shows what the server offers. */
  #showOffer({ offer, unreadable }: Pick<State, "offer" | "unreadable">): void {
    this.store.set({ data: { is: this.store.state.packs ? "ready" : "none" }, offer, unreadable });
  }

  /** Registers a new request for data, which cancels earlier ones. Returns a function that reports whether it is still the last request. */
  startRequest(): () => boolean {
    const number = (this.#requests += 1);
    return () => number === this.#requests;
  }

  async #install(release: Release): Promise<void> {
    const isCurrent = this.startRequest();
    try {
      await this.#installNow(release, this.#progressOf(release, isCurrent));
    } catch (error) {
      if (!isCurrent()) return;
      this.#fail(error, () => this.#install(release));
      await this.#refreshOffer();
    }
  }

  async #installNow(release: Release, progress: InstallProgress): Promise<void> {
    progress.received(0);
    const opened = await this.sources.install(release, progress);
    await this.#rows;
    if (opened) this.#useIfCurrent(progress.isCurrent(), opened);
  }

  /** Returns the progress of an installation, which is shown while it is the last request. */
  #progressOf(release: Release, isCurrent: () => boolean): InstallProgress {
    const setData = (data: DataState) => isCurrent() && this.store.set({ data });
    const startedAt = this.host.now();
    return {
      received: (received) => setData({ is: "downloading", release, received, secondsLeft: secondsLeft(received / release.bytes, this.host.now() - startedAt) }),
      updating: () => setData({ is: "updating", release }),
      isCurrent,
    };
  }

  #useIfCurrent(isCurrent: boolean, opened: OpenRelease): void {
    if (!isCurrent) return opened.packs.close();
    this.use(opened);
    this.#notifyUpdated(opened);
  }

  #notifyUpdated({ updateBytes, release }: OpenRelease): void {
    if (updateBytes !== undefined) this.notify(`Updated. You downloaded ${size(updateBytes)} instead of ${size(release.download_bytes)}`);
  }

  /** Uses an open dataset from any source, and updates what is shown. */
  use(opened: OpenRelease): void {
    const { release, packs, isStored } = opened;
    this.startRequest();
    const previous = this.store.state.packs;
    this.store.set({ packs, release, isStored, data: { is: "ready" }, offer: undefined, unreadable: undefined, lost: undefined });
    previous?.close();
    this.opened();
    void this.#verify(opened);
  }

  /** Verifies the digest in the background, so that the first answers do not wait for it. */
  async #verify({ release, packs, verifyDigest }: OpenRelease): Promise<void> {
    const isValid = await verifyDigest().catch(() => true);
    if (isValid || this.store.state.packs !== packs) return;
    this.store.set({ release: { ...release, damaged: true } });
    this.host.announce({ text: DAMAGED, isWarning: true });
    this.opened();
    await this.#checking;
    await this.#check();
  }

  #fail(error: unknown, retry: () => Promise<void>): void {
    this.#retryTask = retry;
    const reason = this.host.isOnline() ? asSentence((error as Error).message) : "You are offline.";
    this.store.set({ data: { is: "failed", reason } });
  }
}
