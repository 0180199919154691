// Codes from cameras, pictures and hand scanners: decides which of them are looked up, and when.
import { type Reading, readingsOf, toGtin14 } from "../lookup/outcome.js";
import type { Store } from "../store.js";
import type { Host } from "./host.js";
import type { LookUp } from "./look-up.js";

/** Notices for events that have no answer. */
export interface Notices {
  notify(text: string): void;
  warn(text: string): void;
}

interface Scan {
  /** The codes that were in view together. */
  texts: string[];
  at: number;
  /** Whether these are more codes of a box that is still in view. */
  isMore?: boolean;
}

const INCOMPLETE =
  "Incomplete scan. Scan the box again. If this keeps happening, check Caps Lock and the scanner's keyboard setting";

export class Scans {
  /** Scans that arrived before the data. */
  #waiting: Scan[] = [];

  constructor(
    private readonly store: Store,
    private readonly host: Host,
    private readonly lookUp: LookUp,
    private readonly notices: Notices,
  ) {}

  /** Looks up a complete code from a hand scanner. */
  scanned(text: string): void {
    this.#read({ texts: [text], at: this.host.now() });
  }

  /** Looks up codes that were in view together. A code without meaning here never replaces a pack on the screen. */
  detected(texts: string[], isMore = false): void {
    const { packs, answer } = this.store.state;
    const [first] = texts;
    const isIrrelevant = packs && readingsOf(packs, texts).length === 0;
    if (isIrrelevant && answer && first) this.#warnIrrelevant(first);
    else this.#read({ texts, at: this.host.now(), isMore });
  }

  /** Warns about a scan of which a part was lost. */
  incomplete(): void {
    this.host.signal("nothing");
    this.notices.warn(INCOMPLETE);
  }

  /** Looks up the waiting scans, in their order, when the data is open. */
  dataOpened(): void {
    const waiting = this.#waiting.splice(0);
    for (const scan of waiting) this.#read(scan);
    if (waiting.length > 1) this.notices.notify(`You scanned ${waiting.length} codes while the data was loading. All are in the history`);
  }

  #read(scan: Scan): void {
    const { packs } = this.store.state;
    if (!packs) return this.#wait(scan);
    const readings = readingsOf(packs, scan.texts);
    const text = readings[0]?.text ?? scan.texts[0];
    if (text === undefined) return;
    const row = scan.isMore && readings.length === 1 ? this.#rowOf(readings[0]) : {};
    this.lookUp.scanned({ request: { by: "code", text }, at: scan.at, ...row }, readings);
  }

  #wait(scan: Scan): void {
    this.#waiting.push(scan);
    this.notices.notify("Scan saved. You see the pack when the data has loaded");
  }

  #warnIrrelevant(text: string): void {
    this.host.signal("nothing");
    this.notices.warn(`This is not a pack code: ${readable(text)}`);
  }

  /** Returns the row of the current answer if it is about the same code. */
  #rowOf(reading: Reading | undefined): { entry?: string } {
    const { answer } = this.store.state;
    const scan = answer && "scan" in answer.outcome ? answer.outcome.scan : undefined;
    const isSame = scan && reading && toGtin14(scan.gtin) === toGtin14(reading.scan.gtin);
    return isSame && answer?.entry ? { entry: answer.entry } : {};
  }
}

/** Returns the text of a symbol without its symbology identifier, truncated to a line. */
const readable = (text: string) => text.replace(/^\][A-Za-z]./, "").slice(0, 60);
