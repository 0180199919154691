import "./style/index.css";

import { render } from "lit-html";

import { Camera } from "./actions/camera.js";
import { Data } from "./actions/data.js";
import { History } from "./actions/history.js";
import type { Actions } from "./actions/index.js";
import { LookUp } from "./actions/look-up.js";
import { type Import, OwnReleases } from "./actions/own-release.js";
import { Page } from "./actions/page.js";
import { Scans } from "./actions/scans.js";
import { Search } from "./actions/search.js";
import { install, openKept } from "./data/dataset.js";
import { offeredRelease } from "./data/fetch-release.js";
import { servedReleases } from "./data/served.js";
import { importOwn } from "./data/own.js";
import { updateTo } from "./data/update.js";
import { listenForWaking } from "./data/wake.js";
import { listenForFiles } from "./files.js";
import * as rows from "./history/database.js";
import { browserHost } from "./host.js";
import { registerServiceWorker } from "./offline/register.js";
import { Decoder } from "./scan/decoder.js";
import { rememberedFeedback } from "./scan/feedback.js";
import { Session } from "./scan/session.js";
import { listenForWedge } from "./scan/wedge.js";
import { initialState } from "./state.js";
import { Store } from "./store.js";
import { page as pageView } from "./view/page.js";

const ROWS_WITHIN_MS = 1000;
const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const store = new Store(initialState(rememberedFeedback()));
const host = browserHost(() => store.state.feedback);
const video = Object.assign(document.createElement("video"), { muted: true, playsInline: true });
const decoder = new Decoder();

const page = new Page(store, host, servedReleases);
const history = new History(store, host, rows, (text, undo) => page.notify(text, undo));
const lookUp = new LookUp(store, host, history);
const scans = new Scans(store, host, lookUp, page);
const search = new Search(store, host, lookUp, scans, page);
const session = new Session(video, decoder, (texts, isMore) => scans.seen(texts, isMore), (state) => camera.changed(state));
const camera = new Camera(store, host, session, decoder, scans, page);
const dataOpened = () => {
  search.dataOpened();
  lookUp.dataOpened();
  scans.dataOpened();
};
const data = new Data(store, host, { openKept, offered: offeredRelease, updateTo, install }, dataOpened, (text) => page.notify(text));

const importWished: Import = (file, progress, signal) => importOwn(file, progress, signal, () => data.wish());
const ownReleases = new OwnReleases(store, host, importWished, (opened) => data.use(opened));

const actions: Actions = { lookUp, search, camera, data, ownReleases, history, page };
store.show((state) => render(pageView(state, actions, video), document.getElementById("app")!));

listenForWedge(
  (text) => scans.scanned(text),
  () => scans.incomplete(),
);
listenForFiles({
  picture: (file) => void camera.readImage(file),
  release: (file) => void ownReleases.bring(file),
});
// The first scan should know the rows of the history. A database that does not respond must not delay the data for long.
void data.start(Promise.race([history.start(), delay(ROWS_WITHIN_MS)]));
void registerServiceWorker({
  kept: (isPageKept) => store.set({ isPageKept }),
  controlled: (isControlled) => store.set({ isControlled }),
  updateReady: (update) => page.updateReady(update),
}).then((lookForUpdate) => listenForWaking(lookForUpdate));
listenForWaking(() => data.wake());
