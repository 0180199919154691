// The errors of this package. They are here alone, so that whoever only tells them apart loads nothing else.

/** What all of them are. `reason` says why in one stable word; `url` is where bytes came from, if they had an address. */
export class PackLookupError extends Error {
  name = "PackLookupError";

  constructor(message, reason, { cause, url } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.reason = reason;
    if (url !== undefined) this.url = url;
  }
}

export class GtinError extends PackLookupError {
  name = "GtinError";
}

export class ScanError extends PackLookupError {
  name = "ScanError";
}

export class DatasetError extends PackLookupError {
  name = "DatasetError";
}

export class WasmError extends PackLookupError {
  name = "WasmError";
}

export class ImportError extends PackLookupError {
  name = "ImportError";
}

export class UpdateError extends PackLookupError {
  name = "UpdateError";
}
