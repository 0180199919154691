// All actions of people, by topic, as the views call them, and those that wait for the script of
// the actions.
import type { AskServer } from "./ask-server.js";
import type { CodeList } from "./code-list.js";
import type { Count } from "./count.js";
import type { Data, ReleaseImport } from "./data.js";
import type { History } from "./history.js";
import type { KeptDrafts } from "./kept.js";
import type { Kiosk, Page } from "./page.js";
import type { LookUp } from "./look-up.js";
import type { Notes } from "./notes.js";
import type { Print } from "./print.js";
import type { Report } from "./report.js";
import type { Camera } from "./scans.js";
import type { Search } from "./search.js";
import type { StockTakes } from "./stock-takes.js";
import type { Watch } from "./watch.js";

export interface Actions {
  lookUp: LookUp;
  search: Search;
  askServer: AskServer;
  camera: Camera;
  codeList: CodeList;
  count: Count;
  data: Data;
  releaseImport: ReleaseImport;
  history: History;
  stockTakes: StockTakes;
  watch: Watch;
  notes: Notes;
  kept: KeptDrafts;
  kiosk: Kiosk;
  page: Page;
  print: Print;
  report: Report;
}

interface Waiting<Target> {
  name: string;
  run: (target: Target) => void;
}

/** The text of the field. Only the last one matters. */
const TYPED = "search.type";

export class ActionQueue<Target extends { actions: Actions }> {
  #waiting: Waiting<Target>[] = [];

  /** Actions that wait. They return nothing. */
  readonly actions: Actions = actionsThat((topic, method, values) =>
    this.#add(`${topic}.${method}`, ({ actions }) =>
      methodsOf(actions, topic)[method]?.(...values),
    ),
  );

  /** Adds what is done when the actions are there. */
  add(run: (target: Target) => void): void {
    this.#add("", run);
  }

  /** Does what waits, in its order. */
  run(target: Target): void {
    for (const { run } of this.#waiting.splice(0)) run(target);
  }

  #add(name: string, run: (target: Target) => void): void {
    if (name === TYPED) this.#waiting = this.#waiting.filter((waiting) => waiting.name !== TYPED);
    this.#waiting.push({ name, run });
  }
}

type Method = (...values: unknown[]) => void;

const methodsOf = (actions: Actions, topic: string) =>
  actions[topic as keyof Actions] as unknown as Record<string, Method | undefined>;

/** Makes actions of all topics that call one function. */
function actionsThat(called: (topic: string, method: string, values: unknown[]) => void): Actions {
  const topicOf = (topic: string) =>
    new Proxy(
      {},
      {
        get:
          (_, method) =>
          (...values: unknown[]) =>
            called(topic, String(method), values),
      },
    );
  return new Proxy({}, { get: (_, topic) => topicOf(String(topic)) }) as Actions;
}
