// A failure of the decoder of barcodes.
export class DecoderError extends Error {
  constructor(what: string, cause?: unknown) {
    super(`the decoder ${what}`, { cause });
  }
}
