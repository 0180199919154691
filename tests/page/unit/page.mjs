// The page without a browser: its store and actions, a host that records its calls, and the dataset of the API cases.
import { readFileSync } from "node:fs";
import { PackLookup } from "../../../npm/core.js";
import { paths } from "../../../scripts/common/project.mjs";
import { load } from "./source.mjs";

const [{ initialState, Store }, { LookUp }, { Scans }, { Search }, { History }] = await Promise.all(
  ["state.ts", "actions/look-up.ts", "actions/scans.ts", "actions/search.ts", "actions/history.ts"].map(load),
);

export const GS = "\x1d";
export const packs = await PackLookup.open({ dataset: readFileSync(paths.testDataset) });
export const release = { release: "8.2.0", release_date: "2025-08-14", demo: false, packs: 60, gtin_rows: 10, gaps: [] };

/** Codes of that dataset, by their properties. */
export const codes = {
  paracetamol: "9520000000011",
  ended: "9520000000028",
  reused: "9520000000035",
  wrongCheckDigit: "9520000000040",
  unknown: "9529999999993",
};

/** Returns a page on a day, by default with its data open. */
export function startPage({ today = "2025-08-20", data = { packs, release }, rows = emptyRows(), ...more } = {}) {
  const done = { announced: [], signals: [], focused: [], notices: [], saved: [] };
  const clock = { now: Date.parse(`${today}T12:00:00`) };
  const host = {
    now: () => clock.now,
    announce: (announcement) => done.announced.push(announcement),
    signal: (signal) => done.signals.push(signal),
    focus: (id) => done.focused.push(id),
    save: (...file) => done.saved.push(file),
    scrollToTop() {},
    isOnline: () => true,
  };
  const notices = { notify: (text, undo) => done.notices.push({ text, undo }), warn: (text) => done.notices.push({ text, isWarning: true }) };
  const store = new Store({ ...initialState({ beep: true, vibrate: true }), ...data, ...more });
  const history = new History(store, host, rows, notices.notify);
  const lookUp = new LookUp(store, host, history);
  const scans = new Scans(store, host, lookUp, notices);
  const search = new Search(store, host, lookUp, scans, notices);
  /** Opens data, also in place of other data. */
  const open = (packs, newRelease = release) => {
    store.set({ packs, release: newRelease });
    search.dataOpened();
    lookUp.dataOpened();
    scans.dataOpened();
  };
  return { store, host, clock, rows, history, lookUp, scans, search, done, open };
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

/** Returns the kinds of warnings of the current answer. */
export const kinds = ({ store }) => store.state.answer?.warnings.map(({ kind }) => kind);

/** Returns the dataset without the codes of some packs, as a later release may have it. */
export function without(...hidden) {
  const isHidden = (pack) => hidden.includes(pack.name.split(" ")[0]);
  return {
    scan: (text) => packs.scan(text),
    concepts: (id) => packs.concepts(id),
    reuse: (code) => packs.reuse(code),
    uses: (code) => packs.uses(code).filter(({ pack }) => !isHidden(pack)),
    search: (text, options) => {
      if (options?.groupBy) return packs.search(text, options);
      const found = packs.search(text, options);
      const left = found.packs.filter((pack) => !isHidden(pack));
      return { ...found, packs: left, statuses: left.map(({ pack_id }) => packs.status(pack_id)), total: left.length };
    },
    suggest: () => [],
  };
}
