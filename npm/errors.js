// The error classes of this package, in a separate module: code that only distinguishes errors
// loads nothing else.

/**
 * The base class. `reason` is a stable code; `url` is the address of the bytes, if they have one.
 */
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

export class SignatureError extends PackLookupError {
  name = "SignatureError";
}

export class PrintError extends PackLookupError {
  name = "PrintError";
}
