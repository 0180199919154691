// What `pack-lookup/scanner` publishes in addition to its element and functions.

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
  /** No pack, an unreadable code or a wrong check digit. */
  | "nothing"
  /** The code may mean another medicine. */
  | "code"
  /** The box must not be used as it is. */
  | "box";

/** The corners of a symbol, as fractions of the visible region of the picture. */
export type Outline = { x: number; y: number }[];

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
  /** Finds the element over the video at which the person aims. It is read first. */
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

/** The decoder that a host uses in place of the one in the package. */
export interface DecoderSetup {
  /** Starts a worker that imports `pack-lookup/scanner-peer-worker.js`. */
  worker?: (() => Worker | Promise<Worker>) | undefined;
  /** The address of `zxing_reader.wasm`. */
  wasm?: string | URL | undefined;
}
