// Codes from cameras, pictures and hand scanners: decides which of them are looked up, and when.
import type { CameraState } from "blocks/scanner/types.js";
import { WasmError } from "pack-lookup/errors";
import type { PackScanner } from "blocks/scanner/element.js";

import { toGtin14 } from "blocks/gtin.js";
import { type PackSource, type Printed, type Reading, readingsOf } from "../lookup/outcome.js";
import type { Question } from "../state/data.js";
import type { Host, Store } from "../state/state.js";
import { isCameraInTake, isOpenTakeShown } from "../state/stock.js";
import type { AskServer } from "./ask-server.js";
import type { LookUp } from "./look-up.js";

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
    private readonly questions: Pick<AskServer, "wait">,
  ) {
    store.on("serverAnswered", ({ question, answers }) => this.answered(question, answers));
  }

  /** Looks up a complete code from a hand scanner. */
  scanned(text: string): void {
    this.#read({ texts: [text], at: this.host.now() });
  }

  /**
   * Looks up codes that were in view together. A code without meaning here never replaces a pack on
   * the screen.
   */
  detected(texts: string[], isMore = false): void {
    const { packs, answer } = this.store.state;
    const [first] = texts;
    const isIrrelevant = packs && readingsOf(packs, texts).length === 0;
    if (isIrrelevant && answer && first) this.#warnIrrelevant(first);
    else this.#read({ texts, at: this.host.now(), isMore: isMore || this.#isAiming() });
  }

  /**
   * Reports whether the camera shows the box of the answer, for its print. Its code comes into view
   * again, and is not a new scan.
   */
  #isAiming(): boolean {
    return this.store.state.print?.step.is === "aiming";
  }

  /** Warns about a scan of which a part was lost. */
  incomplete(): void {
    this.host.signal("nothing");
    this.store.tell("warning", INCOMPLETE);
  }

  /** Looks up the waiting scans, in their order, when the data is open. */
  dataOpened(): void {
    const waiting = this.#waiting.splice(0);
    for (const scan of waiting) this.#read(scan);
    if (waiting.length > 1)
      this.store.tell(
        "notice",
        `You scanned ${waiting.length} codes while the data was loading. All are in the history`,
      );
  }

  /** Shows the server's answer to a scan that waits. */
  answered({ texts }: Question & { by: "code" }, answers: PackSource): void {
    const scan = this.#waiting.find((waiting) => waiting.texts === texts);
    if (!scan) return;
    this.#waiting = this.#waiting.filter((waiting) => waiting !== scan);
    this.#lookUp(scan, answers);
  }

  #read(scan: Scan): void {
    const { packs } = this.store.state;
    if (packs) this.#lookUp(scan, packs);
    else this.#wait(scan);
  }

  #lookUp(scan: Scan, packs: PackSource): void {
    const readings = readingsOf(packs, scan.texts);
    const text = readings[0]?.text ?? scan.texts[0];
    if (text === undefined) return;
    const { print, ...row } = scan.isMore && readings.length === 1 ? this.#rowOf(readings[0]) : {};
    this.lookUp.scanned(
      { request: { by: "code", text, ...(print && { print }) }, at: scan.at, ...row },
      readings,
    );
  }

  #wait(scan: Scan): void {
    this.#waiting.push(scan);
    this.questions.wait({ by: "code", texts: scan.texts }, waitingText(this.#waiting.length));
  }

  #warnIrrelevant(text: string): void {
    this.host.signal("nothing");
    this.store.tell("warning", `This is not a pack code: ${readable(text)}`);
  }

  /**
   * Finds the row of the current answer, with what was read from print, if it is about the same
   * code.
   */
  #rowOf(reading: Reading | undefined): { entry?: string; print?: Printed } {
    const { answer } = this.store.state;
    const scan = answer && "scan" in answer.outcome ? answer.outcome.scan : undefined;
    const isSame = scan && reading && toGtin14(scan.gtin) === toGtin14(reading.scan.gtin);
    if (!isSame || !answer?.entry) return {};
    const {
      entry,
      request: { print },
    } = answer;
    return { entry, ...(print && { print }) };
  }
}

const waitingText = (scans: number) =>
  scans === 1
    ? "Scan saved. The pack appears here when the data has loaded"
    : `${scans} scans saved. The last pack appears here when the data has loaded`;

/** Writes the text of a symbol without its symbology identifier, truncated to a line. */
const readable = (text: string) => text.replace(/^\][A-Za-z]./, "").slice(0, 60);

const WITHOUT_DECODER =
  "The barcode reader did not start. Try again, or go online and reload the page";

/** The camera, pictures, and their effects on the page. */
export class Camera {
  constructor(
    private readonly store: Store,
    private readonly scanner: () => Pick<PackScanner, "start" | "stop" | "readPicture">,
    private readonly scans: Scans,
    /** Offers another way to read a picture. Returns whether there is one. */
    private readonly noBarcode: (picture: Blob) => boolean = () => false,
    private readonly focus: (id: string) => void = () => {},
  ) {}

  start(): void {
    void this.scanner().start();
  }

  /** Looks up codes in the camera's view. */
  detected(texts: string[], isMore: boolean): void {
    this.scans.detected(texts, isMore);
  }

  stop(): void {
    this.scanner().stop();
  }

  changed({ is }: CameraState): void {
    const { state } = this.store;
    const wasInTake = isCameraInTake(state);
    const isCameraOpen = is === "failed" ? isOpenTakeShown(state) : is !== "off";
    const isCameraOn = is === "on";
    this.store.set({ isCameraOn, isCameraOpen, ...(!isCameraOn && { inView: [] }) });
    // The camera disappears with its buttons, one of which has the focus.
    if (wasInTake && is === "off") this.focus("scan");
  }

  async readImage(file: Blob): Promise<void> {
    try {
      const texts = await this.scanner().readPicture(file);
      if (texts.length > 0) this.scans.detected(texts);
      else if (!this.noBarcode(file))
        this.store.tell(
          "warning",
          "No barcode found in the picture. Try a sharper or closer picture",
        );
    } catch (error) {
      this.store.tell(
        "warning",
        error instanceof WasmError
          ? WITHOUT_DECODER
          : "This browser cannot open the file as a picture. Try another file",
      );
    }
  }

  /**
   * Reads the pictures that another app has shared, in their order. The history has the codes of
   * all.
   */
  async readShared(pictures: Blob[]): Promise<void> {
    if (pictures.length === 0)
      this.store.tell("warning", "The shared picture did not arrive. Share it again");
    for (const picture of pictures) await this.readImage(picture);
  }
}
