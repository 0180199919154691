/** A code, or codes, that came into view. */
export interface ScannedCode {
  /** The symbology identifier and the text, as a hand scanner would send them. */
  text: string;
  /**
   * Whether the code belongs to the box of the previous event, of which something is still in view.
   */
  isMore: boolean;
}

/** The events of {@link PackScanner}. All but `error` bubble. */
export interface PackScannerEvents {
  /** One code came into view. A beep follows, unless a listener calls `preventDefault`. */
  scan: CustomEvent<ScannedCode>;
  /**
   * Codes came into view together. They may belong to different packs: show all of them, or ask for
   * another scan, and never take the first. The sound of a doubt follows, unless a listener calls
   * `preventDefault`.
   */
  several: CustomEvent<{ texts: string[]; isMore: boolean }>;
  /** The reason why nothing may be read has changed. Both are `undefined` when it is over. */
  hint: CustomEvent<{ text: string | undefined; problem: "black" | QualityProblem | undefined }>;
  /**
   * The codes that were counted now, and all codes in view. Dispatched for each frame while the
   * element has the attribute `counting`.
   */
  tracked: CustomEvent<{ counted: CountedCode[]; inView: OutlinedCode[] }>;
  /** The state of the camera has changed. */
  statechange: CustomEvent<CameraState>;
  /**
   * The camera or the decoder does not work. For `decoder`, `cause` is a `WasmError` of
   * `pack-lookup/errors`.
   */
  error: CustomEvent<{ problem: CameraProblem; text: string; cause: unknown }>;
}

/**
 * A code that was counted. Bars and a matrix code of one box are two codes: what they contain shows
 * whether they can be of one pack.
 */
export interface CountedCode {
  /** The number of the code. It stays the same while the code is followed. */
  id: number;
  text: string;
  /** The symbology, such as `EAN13` or `DataMatrix`. */
  format: string;
}

/** A code in view. */
export interface OutlinedCode {
  id: number;
  /** Whether enough frames agreed on it. */
  isCounted: boolean;
  outline: Outline;
}

/** A problem that the person who holds the box can solve. */
export type QualityProblem = "dark" | "blurred" | "small";

/** Why there is no picture, or why nothing is decoded, by what the person can do about it. */
export type CameraProblem = "denied" | "missing" | "busy" | "unsupported" | "decoder";

/** The zoom range of a camera, and its current value. */
export interface Zoom {
  min: number;
  max: number;
  step: number;
  value: number;
}

/** The state of the camera. */
export type CameraState =
  | { is: "off" }
  | { is: "starting" }
  | {
      is: "on";
      devices: MediaDeviceInfo[];
      deviceId: string | undefined;
      /** Whether the torch is on. `undefined` if the camera has no torch. */
      torch: boolean | undefined;
      zoom: Zoom | undefined;
      /** Whether the picture stays black. */
      isBlack: boolean;
      qualityProblem: QualityProblem | undefined;
    }
  | { is: "failed"; problem: CameraProblem; cause?: unknown };

/** The sound and vibration after a scan, by what it means for the person. */
export type SignalKind =
  /** A code was read, without a warning. */
  | "plain"
  /** Demonstration, old or damaged data. */
  | "data"
  /** No pack, or an unreadable code. */
  | "nothing"
  /** The code may mean another medicine. */
  | "code"
  /** The box must not be used as it is. */
  | "box";

/** The corners of a symbol, as fractions of the visible region of the picture. */
export type Outline = { x: number; y: number }[];

/**
 * The element `<pack-scanner>`, which the import defines. On servers it does nothing.
 *
 * Attributes: `formats` (names such as `ean13 datamatrix`), `region` (`guide` or `picture`),
 * `sounds` (`beep`, `vibrate`, both or `none`), `counting` (counts every code in view: the event
 * `tracked` takes the place of `scan` and `several`).
 *
 * Slots: `picture` (over the picture), `answer` (below it), `controls`, and `problem` (below what
 * to do if the camera does not work).
 */
export declare class PackScanner extends HTMLElement {
  /** The state of the camera now. */
  readonly state: CameraState;
  /**
   * Returns whether a text has a serial number, so that its box counts once. The default treats
   * every matrix code as if it had one. Used while the element has the attribute `counting`.
   */
  get isSerialised(): (text: string) => boolean;
  set isSerialised(isSerialised: (text: string) => boolean);
  /** The attribute `formats`. `null` and `undefined` remove an attribute. */
  get formats(): string | null;
  set formats(names: string | null | undefined);
  /** The attribute `region`: `guide`, `picture`, or `null`. */
  get region(): string | null;
  set region(region: string | null | undefined);
  /** The attribute `sounds`: `beep`, `vibrate`, both or `none`. */
  get sounds(): string | null;
  set sounds(sounds: string | null | undefined);
  /** Whether the element has the attribute `counting`. */
  get counting(): boolean;
  set counting(isCounting: boolean | null | undefined);

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
  start(deviceId?: string): Promise<void>;

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
  stop(): void;

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
  startCount(): void;

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
  readPicture(picture: Blob): Promise<string[]>;

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
  takePicture(region?: "picture" | "guide"): Promise<Blob | undefined>;

  /**
   * Makes a sound, and vibrates, unless the person or the attribute `sounds` has switched that off.
   *
   * @param kind - The meaning. Its rhythm differs from that of the others.
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
  signal(kind: SignalKind): void;

  /**
   * Calls a function with each event of a type.
   *
   * @param type - `scan`, `several`, `hint`, `tracked`, `statechange`, `error`, or an event of any
   * element.
   * @param listener - The function.
   * @param options - As those of `EventTarget`.
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
  addEventListener<Type extends keyof PackScannerEvents>(
    type: Type,
    listener: (event: PackScannerEvents[Type]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | AddEventListenerOptions,
  ): void;

  /**
   * Stops calling a function.
   *
   * @param type - The type of the events.
   * @param listener - The function.
   * @param options - As those of `EventTarget`.
   *
   * @example
   * ```js
   * import { PackScanner } from "pack-lookup/scanner";
   *
   * function stopListening(scanner, listener) {
   *   scanner.removeEventListener("scan", listener);
   * }
   * ```
   */
  removeEventListener<Type extends keyof PackScannerEvents>(
    type: Type,
    listener: (event: PackScannerEvents[Type]) => void,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | EventListenerOptions,
  ): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "pack-scanner": PackScanner;
  }
}

/** What `<pack-scanner>` takes in a template: its attributes, and a property. */
export interface PackScannerAttributes {
  formats?: string | null | undefined;
  region?: "guide" | "picture" | null | undefined;
  sounds?: string | null | undefined;
  counting?: boolean | null | undefined;
  isSerialised?: ((text: string) => boolean) | undefined;
}

/** The listeners of `<pack-scanner>` in JSX and Svelte: `onscan`, `onseveral` and so on. */
export type PackScannerListeners = {
  [Type in keyof PackScannerEvents as `on${Type}`]?:
    | ((event: PackScannerEvents[Type]) => void)
    | undefined;
};

/** The listeners of `<pack-scanner>` in Vue, which writes `onScan` for `@scan`. */
export type PackScannerVueListeners = {
  [Type in keyof PackScannerEvents as `on${Capitalize<Type>}`]?:
    | ((event: PackScannerEvents[Type]) => void)
    | undefined;
};

/** The options of {@link createScanner}. */
export interface ScannerOptions {
  /**
   * Called with the codes that came into view together. More than one may belong to different
   * packs.
   *
   * `isMore` is true if the codes belong to the box of the previous call. `outlines` are the
   * corners of the symbols.
   */
  read: (texts: string[], isMore: boolean, outlines: Outline[]) => void;
  /** Called with each state of the camera. */
  changed?: ((state: CameraState) => void) | undefined;
  /** Returns the element over the video at which the person aims. It is read first. */
  guide?: (() => Element | null) | undefined;
  /** Names as in the attribute `formats` of {@link PackScanner}. The default is all. */
  formats?: string | undefined;
  /** Whether codes outside of the guide are ignored. */
  isGuideOnly?: boolean | undefined;
}

/** A scanner on a video element. */
export interface Scanner {
  readonly state: CameraState;
  readonly start: (deviceId?: string) => Promise<void>;
  readonly stop: () => void;
  /** Stops for good, and ends the decoder. */
  readonly close: () => void;
  /** Changes to a camera, which the browser remembers. */
  readonly useCamera: (deviceId: string) => Promise<void>;
  readonly setTorch: (on: boolean) => Promise<void>;
  readonly zoom: (value: number) => Promise<void>;
}

/**
 * Creates a scanner without the element, for hosts that draw their own controls.
 *
 * @param video - A video element in the document, with `object-fit: cover`. What is out of its box
 * is not read.
 * @param options - What to do with codes, and what to read.
 * @returns The scanner. `start` opens the camera.
 *
 * @example
 * ```js
 * import { createScanner } from "pack-lookup/scanner";
 *
 * function scanOn(video) {
 *   const scanner = createScanner(video, { read: (texts) => console.log(texts), changed: ({ is }) => console.log(is) });
 *   return scanner.start();
 * }
 * ```
 */
export declare function createScanner(video: HTMLVideoElement, options: ScannerOptions): Scanner;

/**
 * Reads the codes of a still picture.
 *
 * @param picture - The picture, such as a file.
 * @returns A promise of the distinct texts, empty if there are none. It rejects with an
 * `InvalidStateError` if the browser cannot open the picture, and with a `WasmError` of
 * `pack-lookup/errors` if the decoder does not start.
 *
 * @example
 * ```js
 * import { readPicture } from "pack-lookup/scanner";
 *
 * const textsOf = (input) => readPicture(input.files[0]);
 * ```
 */
export declare function readPicture(picture: Blob): Promise<string[]>;

/** The decoder that a host uses in place of the one in the package. */
export interface DecoderSetup {
  /** Starts a worker that imports `pack-lookup/scanner-peer-worker.js`. */
  worker?: (() => Worker | Promise<Worker>) | undefined;
  /** The address of `zxing_reader.wasm`. */
  wasm?: string | URL | undefined;
}

/**
 * Uses another decoder than that of the package, or its WebAssembly at another address. It applies
 * to scanners that start later.
 *
 * @param setup - The worker, the address, or both.
 *
 * @example
 * ```js
 * import { configure } from "pack-lookup/scanner";
 *
 * configure({ wasm: "/static/zxing_reader.wasm" });
 * ```
 */
export declare function configure(setup: DecoderSetup): void;
