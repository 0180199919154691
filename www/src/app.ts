// The page beyond its first view: all actions, with what they know of each other, and all views.
import { importReleaseFile, install } from "blocks/device/dataset.js";
import { printBuild } from "virtual:print-reader";

import { AskServer } from "./actions/ask-server.js";
import { CodeList } from "./actions/code-list.js";
import { Count, type Later } from "./actions/count.js";
import { Data, type Import, ReleaseImport } from "./actions/data.js";
import { History } from "./actions/history.js";
import type { Actions } from "./actions/index.js";
import { KeptDrafts } from "./actions/kept.js";
import { Kiosk, Page } from "./actions/page.js";
import { type AnswerLog, LookUp } from "./actions/look-up.js";
import { Navigation } from "./actions/navigation.js";
import { Notes } from "./actions/notes.js";
import { Print } from "./actions/print.js";
import { Report } from "./actions/report.js";
import { Camera, Scans } from "./actions/scans.js";
import { Search } from "./actions/search.js";
import { StockTakes } from "./actions/stock-takes.js";
import { Watch } from "./actions/watch.js";
import {
  browserHost,
  listenForUse,
  onVisibility,
  prepareSound,
  windowAddresses,
} from "./browser.js";
import { fetchReleaseList } from "./data/releases.js";
import { registerServiceWorker, takeSharedPictures } from "./offline/register.js";
import { browserPictures, printSource } from "./print/reader.js";
import { scanner, scannerPart } from "./scanner.js";
import { serverRequests } from "./server/answers.js";
import type { State } from "./state/state.js";
import { store } from "./store.js";
import * as stored from "./storage/stored.js";
import { viewParts } from "./view/parts.js";

export * as views from "./view/views.js";

const ROWS_WITHIN_MS = 1000;
let isOfflineStarted = false;
const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const host = browserHost(scanner);
const page = new Page(store, host, fetchReleaseList);
const stockTakes = new StockTakes(store, host, stored);
const watch = new Watch(store, host, stored);
const history = new History(store, host, stored);
const notes = new Notes(store, host, stored);
const log: AnswerLog = {
  record(answer) {
    notes.answered(answer);
    return history.record(answer);
  },
  previousScanAt: history.previousScanAt,
  watchMatches: watch.matches,
};
const lookUp = new LookUp(store, host, log);
const askServer = new AskServer(store, host, serverRequests);
export const scans = new Scans(store, host, lookUp, askServer);
const search = new Search(store, host, lookUp, scans, askServer);
const print = new Print(store, host, printSource(printBuild), browserPictures, () => scanner, {
  search,
  lookUp,
});
const camera = new Camera(
  store,
  () => scanner,
  scans,
  (picture) => print.noBarcode(picture),
  (id) => host.focus(id),
);
const later: Later = (ms, action) => {
  const timer = setTimeout(action, ms);
  return () => clearTimeout(timer);
};
const count = new Count(store, host, lookUp, () => scanner, later);
const installAsking: typeof install = (release, progress) => {
  askServer.loading();
  return install(release, progress);
};
const data = new Data(store, host, { install: installAsking });
const navigation = new Navigation(store, windowAddresses, { lookUp, search, page, stockTakes });
store.on("dataOpened", () => {
  notes.dataOpened();
  search.dataOpened();
  lookUp.dataOpened();
  scans.dataOpened();
  count.dataOpened();
  askServer.dataOpened();
  navigation.dataOpened();
  void startOffline();
});

const importFile: Import = (file, progress, signal) =>
  importReleaseFile(file, progress, signal, () => data.startRequest());
const releaseImport = new ReleaseImport(store, host, importFile, (opened) => data.use(opened));

const kept = new KeptDrafts(store, host);
const kiosk = new Kiosk(store, host, () => {
  notes.cancel();
  kept.clear();
  search.startOver();
  count.clear();
});
const codeList = new CodeList(store, host);
const report = new Report(store, host);
export const actions: Actions = {
  kept,
  kiosk,
  lookUp,
  search,
  askServer,
  camera,
  codeList,
  count,
  data,
  releaseImport,
  history,
  notes,
  stockTakes,
  watch,
  page,
  print,
  report,
};

/** Called with each state that was rendered. */
export function rendered(state: State): void {
  navigation.changed(state);
  kiosk.changed(state);
  print.changed(state);
}

/** Opens the data, and does all else that the page does by itself. */
export function begin(): void {
  listenForUse(() => kiosk.used());
  prepareSound();
  void print.start();
  void takeSharedPictures((pictures) => void camera.readShared(pictures));
  void data.start(Promise.race([readRows(), delay(ROWS_WITHIN_MS)])).then(startOffline);
  onVisibility(() => data.refresh());
  // When a phone is turned, the answer and its warnings stay in sight.
  matchMedia("(orientation: portrait)").addEventListener("change", () => {
    if (store.state.answer && store.state.view === "look-up") host.reveal();
  });
  void loadParts();
  onVisibility(() => void loadParts());
}

/**
 * Reads the rows of the history, the notes and the lists, which the first scan should know. A
 * database that does not respond must not delay the data for long.
 */
const readRows = () =>
  Promise.all([history.start(), notes.start(), stockTakes.start(), watch.start()]);

/** Loads all other scripts, so that every button works if the network is lost. */
async function loadParts(): Promise<void> {
  await scannerPart.load().catch(() => undefined);
  for (const part of viewParts) await part.load().catch(() => undefined);
}

/**
 * Registers the service worker, when the data is open or does not open. Until then it would slow
 * the data: it downloads all files of the page.
 */
async function startOffline(): Promise<void> {
  if (isOfflineStarted) return;
  isOfflineStarted = true;
  const lookForUpdate = await registerServiceWorker({
    stored: (isPageStored) => store.set({ isPageStored }),
    controlled: (isControlled) => store.set({ isControlled }),
    updateReady: (update) => page.updateReady(update),
  });
  onVisibility(lookForUpdate);
}
