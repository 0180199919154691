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

/** The properties that a page can set. It may do so before the element is defined. */
const PROPERTIES = ["formats", "region", "sounds", "counting", "isSerialised"] as const;

export class PackScanner extends Base {
  static readonly observedAttributes = ["region", "sounds", "counting"];

  /** Only matrix codes can have a serial number. */
  #isSerialised = (text: string): boolean => /^\][dQJ]/.test(text);
  #view: View | undefined;
  #session: Session | undefined;
  #chosenFeedback: Feedback | undefined;
  #decoder: Decoder | undefined;
  #hint: string | undefined;

  /** Returns whether a text has a serial number, so that its box counts once. */
  get isSerialised(): (text: string) => boolean {
    return this.#isSerialised;
  }

  set isSerialised(isSerialised: (text: string) => boolean) {
    this.#isSerialised = isSerialised;
  }

  // Frameworks set a property if there is one, and an attribute otherwise.

  get formats(): string | null {
    return this.getAttribute("formats");
  }

  set formats(names: string | null | undefined) {
    this.#setAttribute("formats", names);
  }

  get region(): string | null {
    return this.getAttribute("region");
  }

  set region(region: string | null | undefined) {
    this.#setAttribute("region", region);
  }

  get sounds(): string | null {
    return this.getAttribute("sounds");
  }

  set sounds(sounds: string | null | undefined) {
    this.#setAttribute("sounds", sounds);
  }

  get counting(): boolean {
    return this.hasAttribute("counting");
  }

  set counting(isCounting: boolean | null | undefined) {
    this.toggleAttribute("counting", isCounting === true);
  }

  #setAttribute(name: string, value: string | null | undefined): void {
    if (value === null || value === undefined) this.removeAttribute(name);
    else this.setAttribute(name, value);
  }

  connectedCallback(): void {
    this.#takeProperties();
    this.#view ??= new View(this.attachShadow({ mode: "open" }), {
      start: () => void this.start(),
      stop: () => this.stop(),
      setTorch: (on) => void this.#session?.setTorch(on),
      zoom: (value) => void this.#session?.zoom(value),
      useCamera: (deviceId) => void this.#session?.useCamera(deviceId),
      setFeedback: (feedback) => this.#setFeedback(feedback),
    });
    this.#render();
    // Some browsers pause a video that is moved.
    if (this.state.is === "on") void this.#view.video.play();
  }

  /** An element that is moved is removed, and added again in the same task. Its camera stays on. */
  disconnectedCallback(): void {
    queueMicrotask(() => {
      if (!this.isConnected) this.#close();
    });
  }

  #close(): void {
    this.#session?.close();
    this.#decoder?.close();
    this.#session = this.#decoder = undefined;
    this.#render();
  }

  /** Takes the values that were set before the element was defined. They hide its own properties. */
  #takeProperties(): void {
    for (const name of PROPERTIES) {
      if (!Object.hasOwn(this, name)) continue;
      const { [name]: value } = this;
      Reflect.deleteProperty(this, name);
      Object.assign(this, { [name]: value });
    }
  }

  attributeChangedCallback(name: string): void {
    this.#render();
    const { state } = this;
    if (name === "counting") this.#session?.setCounting(this.counting);
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
    formatsIn(this.formats);
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
        return formatsIn(element.formats);
      },
      get isGuideOnly() {
        return element.region === "guide";
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
    session.setCounting(this.counting);
    return session;
  }

  #sharedDecoder(): Decoder {
    return (this.#decoder ??= new Decoder(decoderSetup()));
  }

  #hasGuide(): boolean {
    return this.region !== "picture" && !this.counting;
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
    this.#dispatch("hint", { text, problem: hintedProblem(state) });
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
    const sounds = this.sounds?.split(/\s+/);
    if (sounds) return { beep: sounds.includes("beep"), vibrate: sounds.includes("vibrate") };
    return (this.#chosenFeedback ??= savedFeedback());
  }

  #render(): void {
    this.#view?.show({
      camera: this.state,
      feedback: this.#feedback(),
      hasSoundControls: !this.hasAttribute("sounds"),
      hasGuide: this.#hasGuide(),
      isCounting: this.counting,
    });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "pack-scanner": PackScanner;
  }
}

function hintedProblem(state: CameraState) {
  if (state.is !== "on") return undefined;
  return state.isBlack ? "black" : state.qualityProblem;
}
