// The element `<pack-scanner>`: a session with the camera, its controls, and events for what it
// reads.
import type { TrackedBox } from "./box-tracker.js";
import { Decoder } from "./decoder.js";
import { type Feedback, savedFeedback, saveFeedback, signal, type SignalKind } from "./feedback.js";
import { formatsIn } from "./formats.js";
import type { Outline, OutlinedBox } from "./scanner.js";
import { type CameraState, Session } from "./session.js";
import { decoderSetup } from "./setup.js";
import { takeStill } from "./still.js";
import { View } from "./view.js";
import { PROBLEMS, qualityHint } from "./wording.js";

/** Servers that render pages have no such class. */
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

const OFF: CameraState = { is: "off" };

/** One code, or several codes that came into view together. */
export type ScanEvent = CustomEvent<
  { text: string; isMore: boolean } | { texts: string[]; isMore: boolean }
>;

/** A box that was counted. */
export type CountedCode = Pick<TrackedBox, "id" | "text" | "format">;

/** The boxes that were counted now, and all boxes in view. */
export type TrackedEvent = CustomEvent<{ counted: CountedCode[]; inView: OutlinedBox[] }>;

export class PackScanner extends Base {
  static readonly observedAttributes = ["region", "sounds", "counting"];

  /**
   * Returns whether a text has a serial number, so that its box counts once. Only matrix codes can
   * have one.
   */
  isSerialised: (text: string) => boolean = (text) => /^\][dQJ]/.test(text);

  #view: View | undefined;
  #session: Session | undefined;
  #chosenFeedback: Feedback | undefined;
  #decoder: Decoder | undefined;
  #hint: string | undefined;

  connectedCallback(): void {
    this.#view ??= new View(this.attachShadow({ mode: "open" }), {
      start: () => void this.start(),
      stop: () => this.stop(),
      setTorch: (on) => void this.#session?.setTorch(on),
      zoom: (value) => void this.#session?.zoom(value),
      useCamera: (deviceId) => void this.#session?.useCamera(deviceId),
      setFeedback: (feedback) => this.#setFeedback(feedback),
    });
    this.#render();
  }

  disconnectedCallback(): void {
    this.#session?.close();
    this.#decoder?.close();
    this.#session = this.#decoder = undefined;
    this.#render();
  }

  attributeChangedCallback(name: string): void {
    this.#render();
    const { state } = this;
    if (name === "counting") this.#session?.setCounting(this.#isCounting());
    // The guide of a scanner is fixed.
    if (name === "region" && state.is === "on") void this.start(state.deviceId);
  }

  get state(): CameraState {
    return this.#session?.state ?? OFF;
  }

  /** Starts the camera. A failure is in the event `error`. */
  async start(deviceId?: string): Promise<void> {
    if (!this.#view || !this.isConnected) throw new Error("the element is not in a document");
    // A wrong name is reported here, before a person waits for a code.
    formatsIn(this.getAttribute("formats"));
    this.#session ??= this.#newSession(this.#view);
    await this.#session.start(deviceId);
  }

  stop(): void {
    this.#session?.stop();
  }

  /** Starts a new count: every code in view counts again. */
  startCount(): void {
    this.#session?.startCount();
  }

  /** Returns the distinct texts of all codes in a still picture. */
  async readPicture(picture: Blob): Promise<string[]> {
    return this.#sharedDecoder().textsIn(picture);
  }

  /**
   * Returns the sharpest of the next frames as a PNG: what the person sees, or what is inside the
   * guide. `undefined` while the camera is not on.
   */
  async takePicture(region: "picture" | "guide" = "picture"): Promise<Blob | undefined> {
    const view = this.#view;
    if (!view || this.state.is !== "on") return undefined;
    return takeStill(view.video, region === "guide" && !view.guide.hidden ? view.guide : null);
  }

  /** Makes a sound, and vibrates, if the person or the host wants that. */
  signal(kind: SignalKind): void {
    signal(this.#feedback(), kind);
  }

  #newSession(view: View): Session {
    const element = this;
    const session = new Session(view.video, {
      decoder: this.#sharedDecoder(),
      guide: () => (element.#hasGuide() ? view.guide : null),
      get formats() {
        return formatsIn(element.getAttribute("formats"));
      },
      get isGuideOnly() {
        return element.getAttribute("region") === "guide";
      },
      read: (texts, isMore, outlines) => this.#read(texts, isMore, outlines),
      changed: (state) => this.#changed(state),
      counting: {
        tracked: (counted, inView) =>
          this.#dispatch("tracked", {
            counted: counted.map(({ id, text, format }) => ({ id, text, format })),
            inView,
          }),
        isSerialised: (text) => this.isSerialised(text),
      },
    });
    session.setCounting(this.#isCounting());
    return session;
  }

  #sharedDecoder(): Decoder {
    return (this.#decoder ??= new Decoder(decoderSetup()));
  }

  #isCounting(): boolean {
    return this.hasAttribute("counting");
  }

  #hasGuide(): boolean {
    return this.getAttribute("region") !== "picture" && !this.#isCounting();
  }

  /** Reports codes. The host decides on the sound: it may know a doubt about the code. */
  #read(texts: string[], isMore: boolean, outlines: Outline[]): void {
    this.#view?.outline(outlines);
    const [text] = texts;
    const isAccepted =
      texts.length === 1
        ? this.#dispatch("scan", { text, isMore })
        : this.#dispatch("several", { texts, isMore });
    if (isAccepted) this.signal(texts.length === 1 ? "plain" : "code");
  }

  #changed(state: CameraState): void {
    this.#render();
    this.#changeHint(state);
    this.#dispatch("statechange", state);
    if (state.is !== "failed") return;
    const { problem, cause } = state;
    this.#dispatch("error", { problem, text: PROBLEMS[problem].join(" "), cause });
  }

  #changeHint(state: CameraState): void {
    const text = qualityHint(state);
    if (text === this.#hint) return;
    this.#hint = text;
    if (text) this.#view?.announce(text);
    this.#dispatch("hint", {
      text,
      problem: state.is === "on" ? (state.isBlack ? "black" : state.qualityProblem) : undefined,
    });
  }

  /** Dispatches an event. Returns whether no listener prevented the default. */
  #dispatch(type: string, detail: object): boolean {
    const cancelable = type === "scan" || type === "several";
    // Programs that report errors listen to `error` on the window.
    const bubbles = type !== "error";
    return this.dispatchEvent(
      new CustomEvent(type, { detail, cancelable, bubbles, composed: bubbles }),
    );
  }

  #setFeedback(feedback: Feedback): void {
    this.#chosenFeedback = feedback;
    saveFeedback(feedback);
    this.#render();
  }

  /** Returns the signals of the host, or those that the person chose. */
  #feedback(): Feedback {
    const sounds = this.getAttribute("sounds")?.split(/\s+/);
    if (sounds) return { beep: sounds.includes("beep"), vibrate: sounds.includes("vibrate") };
    return (this.#chosenFeedback ??= savedFeedback());
  }

  #render(): void {
    this.#view?.show({
      camera: this.state,
      feedback: this.#feedback(),
      hasSoundControls: !this.hasAttribute("sounds"),
      hasGuide: this.#hasGuide(),
      isCounting: this.#isCounting(),
    });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "pack-scanner": PackScanner;
  }
}
