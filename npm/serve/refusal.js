/** What people can act on: its message is one sentence, and all they need. */
export class Refusal extends Error {}
