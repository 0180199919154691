// The outcome of a scan as a value, for callers that expect texts that are no barcodes.
import { ScanError } from "../errors.js";

/** Returns `{ scan }`, or `{ reason, message }` if the text is no barcode with a GTIN. */
export function outcomeOf(scan) {
  try {
    return { scan: scan() };
  } catch (error) {
    const { reason, message } = error;
    if (reason === "scan_too_long") return { reason: "input_too_long", message };
    if (!(error instanceof ScanError)) throw error;
    return { reason, message };
  }
}
