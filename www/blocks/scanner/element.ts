// The element `<pack-scanner>`: a session with the camera, its controls, and events for what it reads.
import { Decoder } from "./decoder.js";
import { type Feedback, savedFeedback, saveFeedback, signal, type SignalKind } from "./feedback.js";
import { formatsIn } from "./formats.js";
import type { Outline } from "./scanner.js";
import { type CameraState, Session } from "./session.js";
import { decoderSetup } from "./setup.js";
import { View } from "./view.js";
import { PROBLEMS, qualityHint } from "./wording.js";

/** Servers that render pages have no such class. */
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

const OFF: CameraState = { is: "off" };

export class PackScanner extends Base {
  static readonly observedAttributes = ["region", "sounds"];

  #view: View | undefined;
  #session: Session | undefined;
  #chosenFeedback: Feedback | undefined;
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
    this.#session = undefined;
    this.#render();
  }

  attributeChangedCallback(name: string): void {
    this.#render();
    const { state } = this;
    // The guide of a scanner is fixed.
    if (name === "region" && state.is === "on") void this.start(state.deviceId);
  }

  get state(): CameraState {
    return this.#session?.state ?? OFF;
  }

  /** Starts the camera. A failure is in the event `error`. */
  async start(deviceId?: string): Promise<void> {
    if (!this.#view) throw new Error("the element is not in a document");
    // A wrong name is reported here, before a person waits for a code.
    formatsIn(this.getAttribute("formats"));
    this.#session ??= this.#newSession(this.#view);
    await this.#session.start(deviceId);
  }

  stop(): void {
    this.#session?.stop();
  }

  /** Makes a sound, and vibrates, if the person or the host wants that. */
  signal(kind: SignalKind): void {
    signal(this.#feedback(), kind);
  }

  #newSession(view: View): Session {
    const element = this;
    return new Session(view.video, {
      decoder: new Decoder(decoderSetup()),
      guide: () => (element.#hasGuide() ? view.guide : null),
      get formats() {
        return formatsIn(element.getAttribute("formats"));
      },
      get isGuideOnly() {
        return element.getAttribute("region") === "guide";
      },
      read: (texts, isMore, outlines) => this.#read(texts, isMore, outlines),
      changed: (state) => this.#changed(state),
    });
  }

  #hasGuide(): boolean {
    return this.getAttribute("region") !== "picture";
  }

  /** Reports codes. The host decides on the sound: it may know a doubt about the code. */
  #read(texts: string[], isMore: boolean, outlines: Outline[]): void {
    this.#view?.outline(outlines);
    const [text] = texts;
    const isAccepted = texts.length === 1 ? this.#dispatch("scan", { text, isMore }) : this.#dispatch("several", { texts, isMore });
    if (isAccepted) this.signal(texts.length === 1 ? "plain" : "code");
  }

  #changed(state: CameraState): void {
    this.#render();
    this.#changeHint(state);
    if (state.is !== "failed") return;
    const { problem, cause } = state;
    this.#dispatch("error", { problem, text: PROBLEMS[problem].join(" "), cause });
  }

  #changeHint(state: CameraState): void {
    const text = qualityHint(state);
    if (text === this.#hint) return;
    this.#hint = text;
    if (text) this.#view?.announce(text);
    this.#dispatch("hint", { text, problem: state.is === "on" ? (state.isBlack ? "black" : state.qualityProblem) : undefined });
  }

  /** Dispatches an event. Returns whether no listener prevented the default. */
  #dispatch(type: string, detail: object): boolean {
    const cancelable = type === "scan" || type === "several";
    // Programs that report errors listen to `error` on the window.
    const bubbles = type !== "error";
    return this.dispatchEvent(new CustomEvent(type, { detail, cancelable, bubbles, composed: bubbles }));
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
    this.#view?.show({ camera: this.state, feedback: this.#feedback(), hasSoundControls: !this.hasAttribute("sounds"), hasGuide: this.#hasGuide() });
  }
}
