// The element `<pack-scanner>`: a session with the camera, its controls, and events for what it
// reads.
import type { TypedListeners } from "../typed-target.js";
import { Decoder } from "./decoder.js";
import { type Feedback, savedFeedback, saveFeedback, signal } from "./feedback.js";
import { formatsIn, decoderSetup } from "./create-scanner.js";
import { Session } from "./session.js";
import { takeStill } from "./still.js";
import type { CameraState, Outline, PackScannerEvents, SignalKind } from "./types.js";
import { View, PROBLEMS, qualityHint } from "./view.js";

/** Servers that render pages have no such class. */
const Base = (globalThis.HTMLElement ?? class {}) as new () => TypedListeners<PackScannerEvents> &
  HTMLElement;

const OFF: CameraState = { is: "off" };

/** The properties that a page can set. It may do so before the element is defined. */
const PROPERTIES = ["formats", "region", "sounds", "counting", "isSerialised"] as const;

/**
 * The element `<pack-scanner>`, which the import defines. On servers it does nothing.
 *
 * Attributes: `formats` (names such as `ean13 datamatrix`), `region` (`guide` or `picture`),
 * `sounds` (`beep`, `vibrate`, both or `none`), `counting` (counts every code in view: the event
 * `tracked` takes the place of `scan` and `several`).
 *
 * Slots: `picture` (over the picture), `answer` (below it), `controls`, and `problem` (below what
 * to do if the camera does not work).
 *
 * @example
 * ```js
 * import { PackScanner } from "pack-lookup/scanner";
 *
 * function listen(scanner) {
 *   scanner.addEventListener("scan", ({ detail }) => console.log(detail.text));
 *   scanner.addEventListener("several", ({ detail }) => console.log(`Hold one box into the frame: ${detail.texts}`));
 * }
 * ```
 */
export class PackScanner extends Base {
  /** @internal */
  static readonly observedAttributes = ["region", "sounds", "counting"];

  /** Only matrix codes can have a serial number. */
  #isSerialised = (text: string): boolean => /^\][dQJ]/.test(text);
  #view: View | undefined;
  #session: Session | undefined;
  #chosenFeedback: Feedback | undefined;
  #decoder: Decoder | undefined;
  #hint: string | undefined;

  /**
   * Reports whether a text has a serial number, so that its box counts once. The default treats
   * every matrix code as if it had one. Used while the element has the attribute `counting`.
   */
  get isSerialised(): (text: string) => boolean {
    return this.#isSerialised;
  }

  set isSerialised(isSerialised: (text: string) => boolean) {
    this.#isSerialised = isSerialised;
  }

  // Frameworks set a property if there is one, and an attribute otherwise.

  /** The attribute `formats`. `null` and `undefined` remove an attribute. */
  get formats(): string | null {
    return this.getAttribute("formats");
  }

  set formats(names: string | null | undefined) {
    this.#setAttribute("formats", names);
  }

  /** The attribute `region`: `guide`, `picture`, or `null`. */
  get region(): string | null {
    return this.getAttribute("region");
  }

  set region(region: string | null | undefined) {
    this.#setAttribute("region", region);
  }

  /** The attribute `sounds`: `beep`, `vibrate`, both or `none`. */
  get sounds(): string | null {
    return this.getAttribute("sounds");
  }

  set sounds(sounds: string | null | undefined) {
    this.#setAttribute("sounds", sounds);
  }

  /** Whether the element has the attribute `counting`. */
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

  /** @internal */
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

  /**
   * An element that is moved is removed, and added again in the same task. Its camera stays on.
   *
   * @internal
   */
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

  /**
   * Takes the values that were set before the element was defined. They hide its own properties.
   */
  #takeProperties(): void {
    for (const name of PROPERTIES) {
      if (!Object.hasOwn(this, name)) continue;
      const { [name]: value } = this;
      Reflect.deleteProperty(this, name);
      Object.assign(this, { [name]: value });
    }
  }

  /** @internal */
  attributeChangedCallback(name: string): void {
    this.#render();
    const { state } = this;
    if (name === "counting") this.#session?.setCounting(this.counting);
    // The guide of a scanner is fixed.
    if (name === "region" && state.is === "on") void this.start(state.deviceId);
  }

  /** The state of the camera now. */
  get state(): CameraState {
    return this.#session?.state ?? OFF;
  }

  /**
   * Starts the camera. Some browsers need a click or tap before.
   *
   * @param deviceId - The camera. The default is the one that the person chose, or the one that
   * focuses near.
   * @returns A promise that resolves when the camera is on or has failed. A failure is in the event
   * `error`.
   * @throws `TypeError` if the attribute `formats` has an unknown name.
   *
   * @example
   * ```js
   * import { PackScanner } from "pack-lookup/scanner";
   *
   * const start = () => document.querySelector("pack-scanner").start();
   * ```
   */
  async start(deviceId?: string): Promise<void> {
    if (!this.#view || !this.isConnected) throw new Error("the element is not in a document");
    // A wrong name is reported here, before a person waits for a code.
    formatsIn(this.formats);
    this.#session ??= this.#newSession(this.#view);
    await this.#session.start(deviceId);
  }

  /**
   * Stops the camera.
   *
   * @example
   * ```js
   * import { PackScanner } from "pack-lookup/scanner";
   *
   * const stop = () => document.querySelector("pack-scanner").stop();
   * ```
   */
  stop(): void {
    this.#session?.stop();
  }

  /**
   * Starts a new count: every code in view counts again.
   *
   * @example
   * ```js
   * import { PackScanner } from "pack-lookup/scanner";
   *
   * const startAgain = () => document.querySelector("pack-scanner").startCount();
   * ```
   */
  startCount(): void {
    this.#session?.startCount();
  }

  /**
   * Reads the codes of a still picture, with the decoder of the element.
   *
   * @param picture - The picture, such as a file.
   * @returns A promise of the distinct texts, empty if there are none. It rejects with an
   * `InvalidStateError` if the browser cannot open the picture, and with a `WasmError` of
   * `pack-lookup/errors` if the decoder does not start.
   *
   * @example
   * ```js
   * import { PackScanner } from "pack-lookup/scanner";
   *
   * const textsOf = (input) => document.querySelector("pack-scanner").readPicture(input.files[0]);
   * ```
   */
  async readPicture(picture: Blob): Promise<string[]> {
    return this.#sharedDecoder().textsIn(picture);
  }

  /**
   * Takes a still picture of the camera, the sharpest of the next frames. `pack-lookup/print` can
   * read its print.
   *
   * @param region - `picture` is what the person sees, and `guide` what is inside the guide, if
   * there is one. The default is `picture`.
   * @returns A promise of a PNG, or of `undefined` while the camera is not on.
   *
   * @example
   * ```js
   * import { PackScanner } from "pack-lookup/scanner";
   *
   * const stillOf = () => document.querySelector("pack-scanner").takePicture("guide");
   * ```
   */
  async takePicture(region: "picture" | "guide" = "picture"): Promise<Blob | undefined> {
    const view = this.#view;
    if (!view || this.state.is !== "on") return undefined;
    return takeStill(view.video, region === "guide" && !view.guide.hidden ? view.guide : null);
  }

  /**
   * Makes a sound, and vibrates, unless the person or the attribute `sounds` has switched that off.
   *
   * @param kind - The meaning. Its rhythm differs from the others.
   *
   * @example
   * ```js
   * import { PackScanner } from "pack-lookup/scanner";
   *
   * function warn(event) {
   *   event.preventDefault();
   *   event.target.signal("code");
   * }
   * ```
   */
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

  /** Chooses the signals of the host, or those that the person chose. */
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
