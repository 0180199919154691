// The first view: the bar, the strip, the field and the button of the camera. It is rendered before
// the script with the actions has arrived. What a person does meanwhile waits for it.
import { WedgeListener } from "blocks/wedge/index.js";
import { render } from "lit-html";

import { ActionQueue } from "./actions/index.js";
import {
  listenForFiles,
  listenForScanShortcut,
  onVisibility,
  renderKeepingFocus,
} from "./browser.js";
import { onPartChange, Part } from "./common/part.js";
import type { State } from "./state/state.js";
import { store } from "./store.js";
import "./style/tokens.css";
import "./style/base.css";
import "./style/controls.css";
import "./style/frame.css";
import "./style/finder.css";
import "./style/count.css";
import "./style/card.css";
import "./style/pack.css";
import "./style/list.css";
import "./style/stock.css";
import "./style/report.css";
import "./style/notes.css";
import "./style/print.css";
import { page as pageView } from "./view/page.js";

type App = typeof import("./app.js");

/**
 * The script with all actions, and with the views of answers. It is requested at once, and the first
 * view does not wait for it.
 */
const app = new Part(() => import("./app.js"));

const queue = new ActionQueue<App>();
let started: App | undefined;

const root = document.getElementById("app")!;

function draw(state: State): void {
  const actions = started?.actions ?? queue.actions;
  renderKeepingFocus(() => void render(pageView(state, actions, started?.views, app), root));
  const { classList } = document.documentElement;
  classList.toggle("kiosk", state.isKiosk);
  classList.toggle("covered", state.notice !== undefined || state.notes.tying !== undefined);
  started?.rendered(state);
}

/** Starts the page when its script has arrived. Until then the first view says what is missing. */
function partChanged(): void {
  if (app.loaded && !started) start(app.loaded);
  else store.subscribe(draw);
}

function start(loaded: App): void {
  started = loaded;
  queue.run(loaded);
  store.subscribe(draw);
  loaded.begin();
}

/** Does something when the actions are there, or now. */
function whenStarted(run: (app: App) => void): void {
  if (started) run(started);
  else queue.add(run);
}

const wedge = new WedgeListener();
wedge.addEventListener("scan", ({ detail }) =>
  whenStarted(({ scans }) => scans.scanned(detail.text)),
);
wedge.addEventListener("broken", () => whenStarted(({ scans }) => scans.incomplete()));
listenForFiles({
  picture: (file) => whenStarted(({ actions }) => void actions.camera.readImage(file)),
  release: (file) => whenStarted(({ actions }) => void actions.releaseImport.importFile(file)),
  table: (file) => whenStarted(({ actions }) => void actions.stockTakes.dropped(file)),
});
listenForScanShortcut(() => whenStarted(({ actions }) => actions.camera.start()));
onPartChange(partChanged);
app.request();
// The list of a count would move what is below it. A person who counts sees the page when it is
// whole.
if (!store.state.isCounting) store.subscribe(draw);
onVisibility(() => app.retry());
