// A scanning session: the camera between the tap that starts it and the tap that ends it, also
// while the page sleeps.
import { BoxTracker } from "./box-tracker.js";
import {
  CameraError,
  cameras,
  closeCamera,
  deviceIdOf,
  hasTorch,
  prepareForCodes,
  resize,
  saveCamera,
  setZoom,
  switchTorch,
  zoomOf,
} from "./camera.js";
import type { Decoder } from "./decoder.js";
import { openForScanning } from "./lenses.js";
import { type ReadingOptions, Scanner, type ScannerEvents } from "./scanner.js";
import type { CameraProblem, CameraState, QualityProblem } from "./types.js";

/** The state while the camera is on. */
export type On = Extract<CameraState, { is: "on" }>;

/** What a session needs to count every code in view. */
export interface Counting {
  tracked: ScannerEvents["tracked"];
  /** Reports whether a text has a serial number. */
  isSerialised(text: string): boolean;
}

interface SessionOptions extends ReadingOptions {
  decoder: Decoder;
  /**
   * Finds the guide over the picture. The style sheet positions it, so its position is read from
   * the page.
   */
  guide?: (() => Element | null) | undefined;
  read: ScannerEvents["read"];
  changed(state: CameraState): void;
  counting?: Counting;
}

export class Session {
  #isCounting = false;
  #stream: MediaStream | undefined;
  #scanner: Scanner | undefined;
  #state: CameraState = { is: "off" };
  /**
   * The number of the current attempt. A tap may end the session while the browser still opens the
   * camera; that camera is then closed.
   */
  #attempt = 0;
  /**
   * The boxes of a count. It outlasts the camera, which phones take away, so that no box counts
   * again.
   */
  readonly #boxes: BoxTracker;
  readonly #wakeLock = new WakeLock();
  readonly #closing = new AbortController();

  constructor(
    private readonly video: HTMLVideoElement,
    private readonly options: SessionOptions,
  ) {
    this.#boxes = new BoxTracker((text) => options.counting?.isSerialised(text) ?? false);
    // Phones take the camera away while the page is hidden.
    document.addEventListener("visibilitychange", () => this.#resume(), {
      signal: this.#closing.signal,
    });
  }

  get state(): CameraState {
    return this.#state;
  }

  async start(deviceId?: string): Promise<void> {
    this.#release();
    const attempt = this.#attempt;
    this.#show({ is: "starting" });
    try {
      await this.#open(deviceId, attempt);
    } catch (error) {
      if (attempt === this.#attempt) this.#fail(error);
    }
  }

  stop(): void {
    this.#release();
    this.#show({ is: "off" });
  }

  /** Stops for good, and ends the decoder. */
  close(): void {
    this.#closing.abort();
    this.stop();
    this.options.decoder.close();
  }

  async useCamera(deviceId: string): Promise<void> {
    saveCamera(deviceId);
    await this.start(deviceId);
  }

  async setTorch(on: boolean): Promise<void> {
    if (!this.#stream || this.#state.is !== "on") return;
    await switchTorch(this.#stream, on);
    this.#show({ ...this.#state, torch: on });
  }

  /**
   * Starts or ends the counting of every code. An open camera is opened again, with the size of
   * frame that this needs.
   */
  setCounting(isCounting: boolean): void {
    if (isCounting === this.#isCounting) return;
    this.#isCounting = isCounting;
    if (this.#state.is === "on") void this.start(this.#state.deviceId);
  }

  /** Starts a new count: every code in view counts again. */
  startCount(): void {
    this.#boxes.reset();
  }

  async zoom(value: number): Promise<void> {
    if (!this.#stream || this.#state.is !== "on" || !this.#state.zoom) return;
    await setZoom(this.#stream, value);
    this.#show({ ...this.#state, zoom: { ...this.#state.zoom, value } });
  }

  async #open(deviceId: string | undefined, attempt: number): Promise<void> {
    const isWanted = () => attempt === this.#attempt;
    const stream = await openForScanning(isWanted, deviceId);
    if (!isWanted()) return closeCamera(stream);
    this.#stream = stream;
    stream.getVideoTracks()[0]?.addEventListener("ended", () => this.#resume());
    if (this.#isCounting) await resize(stream, "shelf");
    void prepareForCodes(stream);
    this.video.srcObject = stream;
    await this.video.play();
    const devices = await cameras();
    if (isWanted()) this.#scan(stream, devices);
  }

  #scan(stream: MediaStream, devices: MediaDeviceInfo[]): void {
    const torch = hasTorch(stream) ? false : undefined;
    const on = {
      is: "on",
      devices,
      deviceId: deviceIdOf(stream),
      torch,
      zoom: zoomOf(stream),
    } as const;
    this.#show({ ...on, isBlack: false, qualityProblem: undefined });
    void this.#wakeLock.hold();
    const guide = this.options.guide?.() ?? null;
    this.#scanner = new Scanner(
      this.video,
      guide,
      this.options.decoder,
      this.#events(),
      this.options,
      this.#isCounting ? this.#boxes : undefined,
    );
  }

  #events(): ScannerEvents {
    return {
      read: this.options.read,
      tracked: (...boxes) => this.options.counting?.tracked(...boxes),
      black: (isBlack) => this.#updateConditions({ isBlack }),
      qualityProblem: (qualityProblem) => this.#updateConditions({ qualityProblem }),
      failed: (cause) => this.#failWith("decoder", cause),
    };
  }

  #resume(): void {
    const lost = this.#stream?.getVideoTracks()[0]?.readyState === "ended";
    if (document.hidden || this.#state.is !== "on") return;
    if (lost) return void this.start();
    void this.video.play();
    void this.#wakeLock.hold();
  }

  #updateConditions(
    conditions: { isBlack: boolean } | { qualityProblem: QualityProblem | undefined },
  ): void {
    if (this.#state.is !== "on") return;
    const state: On = { ...this.#state, ...conditions };
    const isNew =
      state.isBlack !== this.#state.isBlack || state.qualityProblem !== this.#state.qualityProblem;
    if (isNew) this.#show(state);
  }

  #fail(error: unknown): void {
    this.#failWith(error instanceof CameraError ? error.problem : "busy", error);
  }

  #failWith(problem: CameraProblem | "decoder", cause: unknown): void {
    // The decoder of a closed session ends before its last answer.
    if (this.#closing.signal.aborted) return;
    this.#release();
    this.#show({ is: "failed", problem, cause });
  }

  #release(): void {
    this.#attempt += 1;
    this.#scanner?.stop();
    this.#wakeLock.release();
    if (this.#stream) closeCamera(this.#stream);
    this.#stream = this.#scanner = undefined;
    this.video.srcObject = null;
  }

  #show(state: CameraState): void {
    this.#state = state;
    this.options.changed(state);
  }
}

// Keeps the screen on while the camera scans: a phone on a shelf would otherwise go dark between
// two boxes.

class WakeLock {
  #lock: WakeLockSentinel | undefined;
  #isWanted = false;

  /**
   * Keeps the screen on, if the browser can. It ends by itself when the page is hidden, so call
   * this again when the page is visible.
   */
  async hold(): Promise<void> {
    this.#isWanted = true;
    if (this.#lock && !this.#lock.released) return;
    // A battery saver may refuse it. Scanning works without it.
    const lock = await navigator.wakeLock?.request("screen").catch(() => undefined);
    if (this.#isWanted) this.#lock = lock;
    else void lock?.release();
  }

  release(): void {
    this.#isWanted = false;
    void this.#lock?.release();
    this.#lock = undefined;
  }
}
