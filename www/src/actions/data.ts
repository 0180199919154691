// The dataset: opens the stored one at start, installs a new one on request, and installs one at once if no usable data is stored.
import type { Arrival, LostRelease, OpenRelease } from "../data/dataset.js";
import { isReadable, isTakenUnasked, isWorthSaying, type Release, type Standing, standing, type Update } from "../data/release.js";
import { type DataState, isArriving, type Offer, type State } from "../state.js";
import type { Store } from "../store.js";
import { size, today } from "../words.js";
import type { Host } from "./host.js";

/** The sources of datasets. */
export interface Datasets {
  openKept(): Promise<OpenRelease | LostRelease | undefined>;
  offered(): Promise<Release>;
  /** Returns the update to a release, or `undefined` if the whole dataset is needed. */
  updateTo(release: Release): Promise<Update | undefined>;
  /** Resolves to `undefined` if the release is no longer wanted. */
  install(release: Release, arrival: Arrival): Promise<OpenRelease | undefined>;
}

export const DAMAGED = "The data on this device is damaged: every answer may be wrong";

const DAY_MS = 86_400_000;

export class Data {
  #askedAt = 0;
  #asking: Promise<void> | undefined;
  /** The rows of the history. They show what was looked up before, so no answer is given until they are read. */
  #rows: Promise<unknown> = Promise.resolve();
  #wishes = 0;
  /** The last task that failed, for a retry. */
  #failed: () => Promise<void> = () => this.#ask();

  constructor(
    private readonly store: Store,
    private readonly host: Host,
    private readonly datasets: Datasets,
    private readonly opened: () => void,
    private readonly notify: (text: string) => void = () => {},
  ) {}

  /** Asks the server and opens the stored dataset at the same time. Answers wait for the rows of the history. */
  start(rows: Promise<unknown> = Promise.resolve()): Promise<void> {
    this.#rows = rows;
    return this.#ask(this.#openKept());
  }

  async #openKept(): Promise<void> {
    const isWanted = this.wish();
    const kept = await this.datasets.openKept().catch(() => undefined);
    if (!isWanted()) return kept?.packs?.close();
    if (!kept?.packs) return this.store.set({ lost: kept?.release });
    await this.#rows;
    this.#useIf(isWanted(), kept);
  }

  /** Installs the offered release. */
  download(): void {
    const { offer } = this.store.state;
    if (offer) void this.#install(offer.release);
  }

  retry(): void {
    void this.#failed();
  }

  dismissOffer(): void {
    this.store.set({ offer: undefined });
  }

  dismissLimits(): void {
    this.store.set({ limitsSeen: true });
  }

  /** Updates the page after it was hidden: the day, the release or the network may have changed. */
  wake(): void {
    this.#turnDay();
    const sinceAsked = Math.abs(this.host.now() - this.#askedAt);
    if (this.#isWanting() || sinceAsked >= DAY_MS) void this.#ask();
  }

  #turnDay(): void {
    const day = today(new Date(this.host.now()));
    if (day === this.store.state.today) return;
    this.store.set({ today: day });
    if (this.store.state.packs) this.opened();
  }

  /** Returns whether there is no reliable data. */
  #isWanting(): boolean {
    const { packs, release } = this.store.state;
    return !packs || release?.damaged === true;
  }

  #ask(known?: Promise<void>): Promise<void> {
    this.#asking ??= this.#askNow(known).finally(() => (this.#asking = undefined));
    return this.#asking;
  }

  /** Asks the server for its release. `known` resolves when the stored release is known, so that both can be compared. */
  async #askNow(known?: Promise<void>): Promise<void> {
    if (isArriving(this.store.state.data)) return;
    const [answer] = await Promise.allSettled([this.datasets.offered(), known]);
    try {
      if (answer.status === "rejected") throw answer.reason;
      this.#askedAt = this.host.now();
      await this.#weigh(answer.value);
    } catch (error) {
      if (this.#isWanting()) this.#fail(error, () => this.#ask());
    }
  }

  async #weigh(offered: Release): Promise<void> {
    const { release, lost } = this.store.state;
    const is = standing(offered, release ?? lost);
    if (!isReadable(offered)) return this.#goOn({ unreadable: offered });
    if (this.#isWanting() && isTakenUnasked(is)) return this.#install(offered);
    if (!isWorthSaying(is, this.#isWanting() ? undefined : release)) return this.#goOn({});
    const offer = await this.#offer(offered, is);
    // The current release may have changed meanwhile; then this comparison is outdated.
    if (this.store.state.release === release) this.#goOn({ offer });
  }

  async #offer(release: Release, is: Standing): Promise<Offer> {
    return { release, is, update: await this.datasets.updateTo(release).catch(() => undefined) };
  }

  /** Updates the offer after a failure, because the offered update may have been removed from the server. */
  async #renewOffer(): Promise<void> {
    const { offer } = this.store.state;
    const renewed = offer && (await this.#offer(offer.release, offer.is));
    if (this.store.state.offer === offer) this.store.set({ offer: renewed });
  }

  /** Continues with the current data, and shows what the server offers. */
  #goOn({ offer, unreadable }: Pick<State, "offer" | "unreadable">): void {
    this.store.set({ data: { is: this.store.state.packs ? "ready" : "none" }, offer, unreadable });
  }

  /** Registers a new request for data, which cancels earlier ones. Returns a function that reports whether it is still the last request. */
  wish(): () => boolean {
    const number = (this.#wishes += 1);
    return () => number === this.#wishes;
  }

  async #install(release: Release): Promise<void> {
    const isWanted = this.wish();
    const tell = (data: DataState) => isWanted() && this.store.set({ data });
    const arrival = {
      received: (received: number) => tell({ is: "downloading", release, received }),
      updating: () => tell({ is: "updating", release }),
      isWanted,
    };
    try {
      arrival.received(0);
      const opened = await this.datasets.install(release, arrival);
      await this.#rows;
      if (opened) this.#useIf(isWanted(), opened);
    } catch (error) {
      if (!isWanted()) return;
      this.#fail(error, () => this.#install(release));
      await this.#renewOffer();
    }
  }

  #useIf(isWanted: boolean, opened: OpenRelease): void {
    if (!isWanted) return opened.packs.close();
    this.use(opened);
    this.#tellTaken(opened);
  }

  #tellTaken({ took, release }: OpenRelease): void {
    if (took !== undefined) this.notify(`Updated with ${size(took)} in place of ${size(release.download_bytes)}`);
  }

  /** Uses an open dataset from any source, and renews what is shown. */
  use(opened: OpenRelease): void {
    const { release, packs, isKept } = opened;
    this.wish();
    const previous = this.store.state.packs;
    this.store.set({ packs, release, isKept, data: { is: "ready" }, offer: undefined, unreadable: undefined, lost: undefined });
    previous?.close();
    this.opened();
    void this.#verify(opened);
  }

  /** Verifies the digest in the background, so that the first answers do not wait for it. */
  async #verify({ release, packs, isWhole }: OpenRelease): Promise<void> {
    const isRight = await isWhole().catch(() => true);
    if (isRight || this.store.state.packs !== packs) return;
    this.store.set({ release: { ...release, damaged: true } });
    this.host.say({ text: DAMAGED, isWarning: true });
    this.opened();
    await this.#asking;
    await this.#ask();
  }

  #fail(error: unknown, again: () => Promise<void>): void {
    this.#failed = again;
    const reason = this.host.isOnline() ? `${(error as Error).message}.` : "There is no network.";
    this.store.set({ data: { is: "failed", reason } });
  }
}
