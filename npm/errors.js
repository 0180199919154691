/** An error that says why in one stable word, `reason`. */
export class ReasonedError extends Error {
  constructor(message, reason) {
    super(message);
    this.reason = reason;
  }
}
