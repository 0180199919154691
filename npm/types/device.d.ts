import type { Gap, PackLookup } from "./core.js";

/** The description of a dataset that a server offers, the content of its `dataset.json`. */
export interface Release {
  /** The address of the bytes in gzip; without `.gz`, in the negotiated encoding. */
  url: string;
  /** The SHA-256 of the bytes, in hexadecimal. */
  sha256: string;
  bytes: number;
  /** The number of bytes to download in the best encoding. */
  download_bytes: number;
  /** The format version of the dataset. */
  format: number;
  release: string;
  release_date: string;
  packs: number;
  gtin_rows: number;
  /** Whether this is demonstration data. */
  demo: boolean;
  /** The defects of the dm+d release. Usually empty. */
  gaps: Gap[];
  /** The updates from earlier releases, a few kilobytes each. */
  updates?: Update[] | undefined;
  /** Who published the release, if its publisher signs. `value` is base64. */
  signature?: { key: string; sequence: number; value: string } | undefined;
  /** Set on this device: the bytes do not have the published digest. */
  damaged?: true | undefined;
  /** Set if the dataset was imported on this device. */
  own?: true | undefined;
}

/** The differences between two releases. */
export interface Update {
  /** The SHA-256 of the earlier release's bytes. */
  from: string;
  url: string;
  sha256: string;
  bytes: number;
  download_bytes: number;
}

/** How an offered release compares with the release of this device. */
export type Comparison =
  | "first"
  | "same"
  | "later"
  | "reissued"
  | "older"
  | "real"
  | "demonstration";

/** A release that the server offers. */
export interface Offer {
  release: Release;
  is: Comparison;
  /** The update that will be downloaded instead of the whole release. */
  update?: Update | undefined;
}

/** What the device does with its data. */
export type DeviceStatus =
  | { is: "opening" }
  /** There is no data, and none is being downloaded. */
  | { is: "none" }
  /** `received` counts the bytes of `release.bytes`. It may be another tab that downloads them. */
  | { is: "downloading"; release: Release; received: number }
  /** An update of a few kilobytes is downloaded and applied. */
  | { is: "updating"; release: Release }
  /** A task failed, and {@link DeviceDataset.retry} repeats it. Data that is open stays open. */
  | { is: "failed"; error: Error }
  | { is: "ready" };

/** The data of a device. Each change makes a new object. */
export interface DeviceState {
  readonly status: DeviceStatus;
  /** The open dataset. */
  readonly packs?: PackLookup | undefined;
  readonly release?: Release | undefined;
  /** Whether the device stores the data for the next visit. Storage may be blocked or full. */
  readonly isStored?: boolean | undefined;
  /** The stored release, if it cannot be opened any more. */
  readonly lost?: Release | undefined;
  readonly offer?: Offer | undefined;
  /** The server's release, if this module cannot read its format. */
  readonly unreadable?: Release | undefined;
  /**
   * Why the server's release is refused, if public keys are pinned: a `SignatureError`, whose
   * `reason` says more. The data on the device stays.
   */
  readonly refused?: Error | undefined;
}

/** A warning about the data, for people. It applies to every answer. */
export interface DataWarning {
  kind: "damaged" | "demonstration" | "partial" | "stale" | "clock";
  about: "data";
  tone: "caution" | "danger";
  text: string;
}

/** The events of a {@link DeviceDataset}. */
export interface DeviceEvents {
  /** The state has changed, such as the progress of a download. */
  change: CustomEvent<DeviceState>;
  /**
   * A dataset is open: at start, and after each installation. The previous one is closed.
   * `updateBytes` is the size of the update, if it was one.
   */
  open: CustomEvent<{
    release: Release;
    packs: PackLookup;
    isStored: boolean;
    updateBytes?: number | undefined;
  }>;
  /**
   * The open data does not have its published digest: every answer may be wrong. The whole dataset
   * is downloaded again if possible.
   */
  damaged: CustomEvent<Release>;
}

/**
 * Keeps a dataset on a device, for pages without a network.
 *
 * Each download is verified by its SHA-256 before it replaces the stored data, and stored data is
 * verified after each start. Older data, and demonstration data in place of real data, are never
 * installed without {@link DeviceDataset.installOffer}.
 *
 * The data is in the Cache storage of the origin. All pages of an origin share it, also the
 * scanning page of Pack Lookup.
 */
export declare class DeviceDataset extends EventTarget {
  /**
   * Does nothing before {@link DeviceDataset.start}.
   *
   * @param options - `description` is the address of the server's `dataset.json`. The default is
   * `/dataset.json`. Another origin must allow this page. `publicKeys` are those of who publishes
   * the data: base64 of the 32 bytes of an Ed25519 key, or PEM. Then only releases are used that one
   * of them has signed, and none that is older than the last one. The signature is checked on the
   * device, and the last sequence is stored there.
   */
  constructor(options?: {
    description?: string | undefined;
    publicKeys?: string | string[] | undefined;
  });

  /**
   * The state now.
   *
   * @example
   * ```js
   * import { DeviceDataset } from "pack-lookup/device";
   *
   * new DeviceDataset().state; // { status: { is: "opening" } }
   * ```
   */
  readonly state: DeviceState;

  /**
   * Calls a function with each event of a type.
   *
   * @param type - `change`, `open` or `damaged`.
   * @param listener - The function.
   * @param options - As those of `EventTarget`.
   *
   * @example
   * ```js
   * import { DeviceDataset } from "pack-lookup/device";
   *
   * const device = new DeviceDataset();
   * device.addEventListener("open", ({ detail }) => console.log(detail.packs.gtin("09521234567899")?.name));
   * device.addEventListener("damaged", () => console.log("The data is damaged. Every answer may be wrong"));
   * ```
   */
  addEventListener<Type extends keyof DeviceEvents>(
    type: Type,
    listener: (event: DeviceEvents[Type]) => void,
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
   * import { DeviceDataset } from "pack-lookup/device";
   *
   * const device = new DeviceDataset();
   * const show = ({ detail }) => console.log(detail.status.is);
   * device.addEventListener("change", show);
   * device.removeEventListener("change", show);
   * ```
   */
  removeEventListener<Type extends keyof DeviceEvents>(
    type: Type,
    listener: (event: DeviceEvents[Type]) => void,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | EventListenerOptions,
  ): void;

  /**
   * Opens the stored dataset, and asks the server. Without usable data, it installs what the server
   * offers.
   *
   * @param ready - Nothing is opened before this promise resolves.
   * @returns A promise that never rejects. A failure is in {@link DeviceDataset.state}.
   *
   * @example
   * ```js
   * import { DeviceDataset } from "pack-lookup/device";
   *
   * const device = new DeviceDataset();
   * await device.start();
   * device.state.status.is; // "failed"
   * device.state.status.error.message; // "the server did not answer"
   * ```
   */
  start(ready?: Promise<unknown>): Promise<void>;

  /**
   * Asks the server again: at once if there is no reliable data, otherwise at most once a day. Call
   * it when the page becomes visible or the network returns.
   *
   * @returns A promise that never rejects.
   *
   * @example
   * ```js
   * import { DeviceDataset } from "pack-lookup/device";
   *
   * const device = new DeviceDataset();
   * await device.refresh();
   * ```
   */
  refresh(): Promise<void>;

  /**
   * Installs the offered release. Ask the person first if `offer.is` is `older` or `demonstration`.
   *
   * @returns A promise that never rejects.
   *
   * @example
   * ```js
   * import { DeviceDataset } from "pack-lookup/device";
   *
   * const device = new DeviceDataset();
   * if (device.state.offer?.is === "later") await device.installOffer();
   * ```
   */
  installOffer(): Promise<void>;

  /**
   * Removes the offer until the server is asked again.
   *
   * @example
   * ```js
   * import { DeviceDataset } from "pack-lookup/device";
   *
   * new DeviceDataset().dismissOffer();
   * ```
   */
  dismissOffer(): void;

  /**
   * Repeats the task that failed last.
   *
   * @returns A promise that never rejects.
   *
   * @example
   * ```js
   * import { DeviceDataset } from "pack-lookup/device";
   *
   * const device = new DeviceDataset();
   * if (device.state.status.is === "failed") await device.retry();
   * ```
   */
  retry(): Promise<void>;

  /**
   * Returns the warnings about the data. Show them with every answer.
   *
   * @param today - The local day, `YYYY-MM-DD`. It decides whether the data is old.
   * @returns The warnings. Empty without data.
   *
   * @example
   * ```js
   * import { DeviceDataset } from "pack-lookup/device";
   *
   * new DeviceDataset().warnings("2026-01-31"); // []
   * ```
   */
  warnings(today: string): DataWarning[];

  /**
   * Ends all requests, and closes the dataset. The stored data stays on the device. `start` may
   * follow, and takes a running download over.
   *
   * @example
   * ```js
   * import { DeviceDataset } from "pack-lookup/device";
   *
   * new DeviceDataset().close();
   * ```
   */
  close(): void;
}
