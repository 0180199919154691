// Questions that wait for the data, and the server's answers to them. Nothing is sent before a
// person asks for it.
import type { SearchResult } from "../lookup/search.js";
import { ServerAnswers, type ServerRequests } from "../server/answers.js";
import type { ServerResult } from "../server/api.js";
import { saveQuestionsSent } from "../common/settings.js";
import type { Question } from "../state/data.js";
import type { Host, Store } from "../state/state.js";

/** The number of results that are shown at once. */
export const RESULTS = 20;
const FAILED = "The server did not answer. Your answer appears when the data has loaded";

export class AskServer {
  /** Whether the server was asked about its API. */
  #isProbed = false;

  constructor(
    private readonly store: Store,
    private readonly host: Host,
    private readonly requests: ServerRequests,
  ) {}

  /** Keeps a question until the data is open, and shows what will happen to it. */
  wait(question: Question, text: string): void {
    this.store.set({ waiting: { question, text } });
    this.host.announce({ text, isWarning: false, whileTyping: isTyped(question) });
    void this.#probe();
    this.#askIfRemembered();
  }

  /** The download of a release has begun. */
  loading(): void {
    if (this.store.state.waiting) void this.#probe();
  }

  /**
   * Finds out whether the server has an API, when the first question waits while a release loads.
   */
  async #probe(): Promise<void> {
    const { data } = this.store.state;
    if (this.#isProbed || data.is !== "downloading") return;
    this.#isProbed = true;
    const release = await this.requests.releaseOfApi(data.release);
    if (!release || this.store.state.packs) return;
    this.store.set({ server: { release, is: "idle" } });
    this.#askIfRemembered();
  }

  /** Sends the question that waits to the server. */
  ask(): void {
    const { waiting } = this.store.state;
    if (waiting) void this.#send(waiting.question);
  }

  /** Stores whether all questions are sent while the data loads. */
  remember(areQuestionsSent: boolean): void {
    saveQuestionsSent(areQuestionsSent);
    this.store.set({ areQuestionsSent });
  }

  dataOpened(): void {
    this.#isProbed = false;
    this.store.set({ waiting: undefined, server: undefined });
  }

  /**
   * Sends the question that waits, if the person chose so. A text that is still typed is not sent.
   */
  #askIfRemembered(): void {
    const { server, waiting, areQuestionsSent } = this.store.state;
    if (server && areQuestionsSent && waiting && !isTyped(waiting.question)) this.ask();
  }

  async #send(question: Question): Promise<void> {
    if (!this.#setState("asking")) return;
    try {
      const show = await this.#answerTo(question);
      // The data may have been opened, or another question asked, meanwhile.
      if (this.#setState("idle") && this.store.state.waiting?.question === question) show();
    } catch (error) {
      console.warn("cannot ask the server", error);
      if (this.#setState("failed")) this.host.announce({ text: FAILED, isWarning: false });
    }
  }

  /**
   * Changes the state of the server. Returns `false` if the device has data, and so does not ask it
   * any more.
   */
  #setState(is: "idle" | "asking" | "failed"): boolean {
    const { server } = this.store.state;
    if (server) this.store.set({ server: { ...server, is } });
    return server !== undefined;
  }

  /** Asks the server. Returns a function that shows its answer. */
  async #answerTo(question: Question): Promise<() => void> {
    if (question.by === "code") {
      const answers = await this.requests.answersFor(question.texts);
      return () =>
        this.#show(answers, () => this.store.tell("serverAnswered", { question, answers }));
    }
    const { currentOnly } = this.store.state;
    const result = await this.requests.search(question.text, {
      sort: "relevance",
      limit: String(RESULTS),
      current: String(currentOnly),
    });
    const answers = new ServerAnswers();
    answers.addPacks(result.packs);
    return () => this.#show(answers, () => this.store.tell("serverFound", listOf(result, answers)));
  }

  #show(answers: ServerAnswers, show: () => void): void {
    const { server } = this.store.state;
    if (server) this.store.set({ server: { ...server, answers }, waiting: undefined });
    show();
  }
}

/** Reports whether a person still types the question. */
const isTyped = (question: Question) => question.by === "name" && !question.isSubmitted;

function listOf({ packs, total, reading }: ServerResult, answers: ServerAnswers): SearchResult {
  const statuses = packs.map(({ pack_id }) => answers.search(pack_id).statuses[0]);
  return {
    kind: "name",
    packs,
    statuses,
    total,
    unfiltered: total,
    ...reading,
    isFromServer: true,
  };
}
