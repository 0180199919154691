/** An error that people can act on. Its message is one sentence with all they need. */
export class UserError extends Error {}
