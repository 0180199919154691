// A failure of the decoder of barcodes, of the class that the package documents.
import { WasmError, type WasmReason } from "pack-lookup/errors";

export class DecoderError extends WasmError {
  constructor(what: string, reason: WasmReason, cause?: unknown) {
    super(`the decoder ${what}`, reason, { cause });
  }
}
