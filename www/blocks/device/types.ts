// What `pack-lookup/device` publishes in addition to its class.
import type { Gap, PackLookup } from "pack-lookup/core";

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
