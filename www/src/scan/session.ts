// A scanning session: the camera between the tap that starts it and the tap that ends it, also while the page sleeps.
import {
  CameraError, cameraOf, cameras, closeCamera, hasTorch, keepFocusing, openCamera, rememberCamera, switchTorch, zoomOf, zoomTo,
} from "./camera.js";
import type { CameraProblem, Zoom } from "./camera.js";
import { Decoder } from "./decoder.js";
import type { Trouble } from "./figures.js";
import { Scanner, type ScannerEvents } from "./scanner.js";

interface On {
  is: "on";
  choices: MediaDeviceInfo[];
  chosen: string | undefined;
  /** Whether the torch is on. `undefined` if the camera has no torch. */
  torch: boolean | undefined;
  zoom: Zoom | undefined;
  black: boolean;
  trouble: Trouble | undefined;
}

export type CameraState =
  | { is: "off" }
  | { is: "starting" }
  | On
  | { is: "failed"; problem: CameraProblem | "decoder" };

export class Session {
  #stream: MediaStream | undefined;
  #scanner: Scanner | undefined;
  #state: CameraState = { is: "off" };
  /** The number of the current attempt. A tap may end the session while the browser still opens the camera; that camera is then closed. */
  #attempt = 0;
  readonly #decoder: Decoder;

  constructor(
    private readonly video: HTMLVideoElement,
    decoder: Decoder,
    private readonly read: ScannerEvents["read"],
    private readonly changed: (state: CameraState) => void,
  ) {
    this.#decoder = decoder;
    // Phones take the camera away while the page is hidden.
    document.addEventListener("visibilitychange", () => this.#wake());
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

  async choose(deviceId: string): Promise<void> {
    rememberCamera(deviceId);
    await this.start(deviceId);
  }

  async light(on: boolean): Promise<void> {
    if (!this.#stream || this.#state.is !== "on") return;
    await switchTorch(this.#stream, on);
    this.#show({ ...this.#state, torch: on });
  }

  async zoom(value: number): Promise<void> {
    if (!this.#stream || this.#state.is !== "on" || !this.#state.zoom) return;
    await zoomTo(this.#stream, value);
    this.#show({ ...this.#state, zoom: { ...this.#state.zoom, value } });
  }

  async #open(deviceId: string | undefined, attempt: number): Promise<void> {
    const stream = await openCamera(deviceId);
    if (attempt !== this.#attempt) return closeCamera(stream);
    this.#stream = stream;
    stream.getVideoTracks()[0]?.addEventListener("ended", () => this.#wake());
    void keepFocusing(stream);
    this.video.srcObject = stream;
    await this.video.play();
    const choices = await cameras();
    if (attempt === this.#attempt) this.#scan(stream, choices);
  }

  #scan(stream: MediaStream, choices: MediaDeviceInfo[]): void {
    const torch = hasTorch(stream) ? false : undefined;
    const on = { is: "on", choices, chosen: cameraOf(stream), torch, zoom: zoomOf(stream) } as const;
    this.#show({ ...on, black: false, trouble: undefined });
    // The style sheet positions the guide, so its position is read from the page.
    const guide = this.video.parentElement?.querySelector(".guide") ?? null;
    this.#scanner = new Scanner(this.video, guide, this.#decoder, {
      read: this.read,
      black: (black) => this.#notice({ black }),
      trouble: (trouble) => this.#notice({ trouble }),
      failed: () => this.#failWith("decoder"),
    });
  }

  #wake(): void {
    const lost = this.#stream?.getVideoTracks()[0]?.readyState === "ended";
    if (document.hidden || this.#state.is !== "on") return;
    if (lost) void this.start();
    else void this.video.play();
  }

  #notice(noticed: { black: boolean } | { trouble: Trouble | undefined }): void {
    if (this.#state.is !== "on") return;
    const state: On = { ...this.#state, ...noticed };
    const isNew = state.black !== this.#state.black || state.trouble !== this.#state.trouble;
    if (isNew) this.#show(state);
  }

  #fail(error: unknown): void {
    this.#failWith(error instanceof CameraError ? error.problem : "busy");
  }

  #failWith(problem: CameraProblem | "decoder"): void {
    this.#release();
    this.#show({ is: "failed", problem });
  }

  #release(): void {
    this.#attempt += 1;
    this.#scanner?.stop();
    if (this.#stream) closeCamera(this.#stream);
    this.#stream = this.#scanner = undefined;
    this.video.srcObject = null;
  }

  #show(state: CameraState): void {
    this.#state = state;
    this.changed(state);
  }
}
