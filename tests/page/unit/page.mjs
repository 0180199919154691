// The page without a browser: its store and actions, a host that records its calls, and the dataset
// of the API cases.
import { readFileSync } from "node:fs";
import { setImmediate as turn } from "node:timers/promises";
import { FORMAT, PackLookup } from "../../../npm/core.js";
import { paths } from "../../../scripts/common/project.mjs";
import { load } from "./source.mjs";

const modules = [
  "state/state.ts",
  "actions/look-up.ts",
  "actions/scans.ts",
  "actions/search.ts",
  "actions/history.ts",
  "actions/notes.ts",
  "actions/data.ts",
  "actions/ask-server.ts",
  "server/answers.ts",
  "server/api.ts",
  "actions/watch.ts",
  "actions/count.ts",
  "actions/print.ts",
  "actions/kept.ts",
  "actions/report.ts",
];
const [
  { initialState, Store },
  { LookUp },
  { Scans },
  { Search },
  { History },
  { Notes },
  { Data },
  { AskServer },
  { answersFor },
  { releaseOfApi, searchServer },
  { Watch },
  { Count },
  { Print },
  { KeptDrafts },
  { Report },
] = await Promise.all(modules.map(load));

export const GS = "\x1d";
export const packs = await PackLookup.open({ dataset: readFileSync(paths.testDataset) });
export const release = {
  release: "8.2.0",
  release_date: "2025-08-14",
  demo: false,
  packs: 60,
  gtin_rows: 10,
  gaps: [],
};

/** Codes of that dataset, by their properties. */
export const codes = {
  paracetamol: "9520000000011",
  ended: "9520000000028",
  reused: "9520000000035",
  wrongCheckDigit: "9520000000040",
  unknown: "9529999999993",
};

/** A page on a day, by default with its data open. */
export function startPage({
  today = "2025-08-20",
  data = { packs, release },
  rows = emptyRows(),
  noteRows = emptyNotes(),
  send = serverWith(),
  lists = noLists,
  printSource,
  ...more
} = {}) {
  const done = { announced: [], signals: [], focused: [], notices: [], saved: [], revealed: [] };
  const clock = { now: Date.parse(`${today}T12:00:00`) };
  const host = {
    now: () => clock.now,
    announce: (announcement) => done.announced.push(announcement),
    signal: (signal) => done.signals.push(signal),
    focus: (id) => done.focused.push(id),
    save: (...file) => done.saved.push(file),
    scrollToTop() {},
    askToPersist() {},
    reveal: () => done.revealed.push(store.state.answer),
    isOnline: () => done.isOffline !== true,
    nextTask: async () => done.nextTask?.(),
    setFullScreen: (isFull) => (done.isFullScreen = isFull),
  };
  const store = new Store({ ...initialState(), ...data, ...more });
  store.on("notice", (text) => done.notices.push({ text }));
  store.on("warning", (text) => done.notices.push({ text, isWarning: true }));
  const history = new History(store, host, rows);
  const watch = new Watch(store, host, lists);
  const notes = new Notes(store, host, noteRows);
  const record = (answer) => {
    notes.answered(answer);
    return history.record(answer);
  };
  const { previousScanAt } = history;
  const lookUp = new LookUp(store, host, { record, previousScanAt, watchMatches: watch.matches });
  const askServer = new AskServer(store, host, requestsTo(send));
  const scans = new Scans(store, host, lookUp, askServer);
  const search = new Search(store, host, lookUp, scans, askServer);
  const scanner = cameraOf(done);
  const print = new Print(store, host, printSource, picturesOf(done), () => scanner, {
    search,
    lookUp,
  });
  if (printSource) store.subscribe((state) => print.changed(state));
  const timers = fakeTimers(clock);
  const count = new Count(store, host, lookUp, () => scanner, timers.later);
  /** Opens data, also in place of other data. */
  const open = (packs, newRelease = release) => {
    store.set({ packs, release: newRelease });
    notes.dataOpened();
    search.dataOpened();
    lookUp.dataOpened();
    scans.dataOpened();
    count.dataOpened();
    askServer.dataOpened();
  };
  const kept = new KeptDrafts(store, host);
  const report = new Report(store, host);
  return {
    store,
    host,
    kept,
    report,
    clock,
    rows,
    noteRows,
    history,
    watch,
    notes,
    lookUp,
    scans,
    search,
    askServer,
    count,
    print,
    pass: timers.pass,
    done,
    open,
  };
}

/** The camera of a page. Its pictures have the name of their region. */
function cameraOf(done) {
  const camera = {
    state: { is: "off" },
    start: async () => void (camera.state = { is: "on" }),
    stop: () => (camera.state = { is: "off" }),
    takePicture: async (region) => (camera.state.is === "on" ? { name: region } : undefined),
    startCount: () => (done.countsStarted = (done.countsStarted ?? 0) + 1),
  };
  return (done.camera = camera);
}

/** Returns pictures. `done.pictures` has those that are shown. */
function picturesOf(done) {
  done.pictures = new Set();
  return {
    show(picture) {
      const address = `blob:${picture.name}`;
      done.pictures.add(address);
      return address;
    },
    hide: (address) => done.pictures.delete(address),
  };
}

/** Returns timers that run when a test lets time pass. */
function fakeTimers(clock) {
  let pending = [];
  const later = (ms, action) => {
    const timer = { at: clock.now + ms, action };
    pending.push(timer);
    return () => (pending = pending.filter((other) => other !== timer));
  };
  const pass = (ms) => {
    const end = clock.now + ms;
    for (
      let next;
      (next = pending.toSorted((one, other) => one.at - other.at)[0]) && next.at <= end;
      next.action()
    ) {
      clock.now = next.at;
      pending = pending.filter((other) => other !== next);
    }
    clock.now = end;
  };
  return { later, pass };
}

export const noLists = {
  allLists: async () => [],
  putList: async () => {},
  deleteList: async () => {},
  watchLists() {},
};

/** The requests of the page to a server. Barcodes are parsed as on the device. */
const requestsTo = (send) => ({
  releaseOfApi: (offered) => releaseOfApi(offered, send),
  search: (text, options) => searchServer(text, options, send),
  answersFor: (texts) => answersFor(texts, (text) => packs.scan(text), send),
});

/** A server with the API over a dataset. `sent` records the paths of its requests. */
export function serverWith(dataset = packs, sent = []) {
  return async (path) => {
    sent.push(path);
    return dataset.fetch(path);
  };
}

export function emptyRows() {
  const stored = new Map();
  return {
    stored,
    allEntries: async () => [...stored.values()].reverse(),
    putEntries: async (entries) => entries.forEach((entry) => stored.set(entry.key, entry)),
    clearEntries: async () => stored.clear(),
  };
}

/** The storage of notes of a device, for one tab. */
export function emptyNotes(stored = new Map(), tabs = new Set()) {
  const tab = { changed: () => {} };
  tabs.add(tab);
  const broadcast = (change) =>
    tabs.forEach((other) => other !== tab && other.changed(structuredClone(change)));
  return {
    stored,
    /** The storage for another tab of the same device. */
    anotherTab: () => emptyNotes(stored, tabs),
    allNotes: async () => structuredClone([...stored.values()]),
    putNotes: async (notes) => {
      notes.forEach((note) => stored.set(note.id, structuredClone(note)));
      broadcast({ is: "put", notes });
    },
    deleteNotes: async (ids) => {
      ids.forEach((id) => stored.delete(id));
      broadcast({ is: "deleted", ids });
    },
    watchNotes: (changed) => (tab.changed = changed),
  };
}

/** The first word of the current pack. */
export const name = ({ store }) => store.state.answer?.outcome.pack?.name.split(" ")[0];

/** The kinds of warnings of the current answer. */
export const kinds = ({ store }) => store.state.answer?.warnings.map(({ kind }) => kind);

/** The dataset without the codes of some packs, as a later release may have it. */
export function without(...hidden) {
  const isHidden = (pack) => hidden.includes(pack.name.split(" ")[0]);
  return {
    scan: (text) => packs.scan(text),
    describe: (text) => packs.describe(text),
    concepts: (id) => packs.concepts(id),
    reuse: (code) => packs.reuse(code),
    uses: (code) => packs.uses(code).filter(({ pack }) => !isHidden(pack)),
    search: (text, options) => {
      if (options?.groupBy) return packs.search(text, options);
      const found = packs.search(text, options);
      const left = found.packs.filter((pack) => !isHidden(pack));
      return {
        ...found,
        packs: left,
        statuses: left.map(({ pack_id }) => packs.status(pack_id)),
        total: left.length,
      };
    },
    suggest: () => [],
  };
}

// The data of a page: datasets, clock and network are simulated.

const START = new Date(2026, 7, 3, 12).getTime();

/** The description of a release whose digest is `sha256`. */
export const releaseOf = (sha256, change = {}) => ({
  url: `/dataset/${sha256}.bin.gz`,
  release: "11.2.0_20260801000001",
  sha256,
  format: FORMAT,
  release_date: "2026-08-01",
  demo: false,
  gaps: [],
  ...change,
});

export const mine = releaseOf("mine");
export const later = releaseOf("later", { release_date: "2026-08-08" });
export const older = releaseOf("older", { release_date: "2026-07-25" });
export const invented = releaseOf("invented", { release_date: "2026-08-08", demo: true });

/**
 * A page whose device stores `stored` and whose server offers `offered`. A function
 * simulates any behaviour.
 */
export function pageOf({ offered, isOnline = true, ...device }) {
  const world = {
    offered,
    now: START,
    isOnline,
    installed: [],
    requests: 0,
    opened: 0,
    answers: 0,
    announced: [],
    closed: [],
    installs: async () => {},
  };
  const store = new Store({ ...initialState(), today: "2026-08-03" });
  const host = {
    now: () => world.now,
    isOnline: () => world.isOnline,
    announce: ({ text }) => world.announced.push(text),
  };
  store.on("dataOpened", () => (world.answers += 1));
  const data = new Data(store, host, simulatedSources(world, device));
  return { world, store, data };
}

/** The sources of datasets of a device and a server. */
function simulatedSources(world, { stored, verifyDigest = true, isStored = true, isLost = false }) {
  const open = (release, isValid = true) => ({
    release,
    packs: { close: () => world.closed.push(release.sha256) },
    isStored,
    verifyDigest: async () => isValid,
  });
  return {
    openStored: async () => {
      if (stored instanceof Error) throw stored;
      const release = await stored;
      world.opened += 1;
      return isLost ? { release } : release && open(release, verifyDigest);
    },
    fetchOffered: async () => {
      world.requests += 1;
      if (world.offered === undefined) throw new Error("the server did not answer");
      return world.offered;
    },
    findUpdate: async () => world.update?.(),
    install: async (release, progress) => {
      await world.installs(release, progress);
      world.installed.push(release.sha256);
      return open(release);
    },
  };
}

/** Waits until all started work has ended. */
export async function settled() {
  for (let count = 0; count < 20; count += 1) await turn();
}

export async function started(options) {
  const page = pageOf(options);
  await page.data.start();
  await settled();
  return page;
}

/** An installation that ends when the test decides. */
export function held(world) {
  const ends = [];
  world.installs = (_, progress) => new Promise((resolve) => ends.push({ progress, end: resolve }));
  return ends;
}
