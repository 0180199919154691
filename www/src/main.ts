import "./style/index.css";

import { App } from "./app.js";
import { registerServiceWorker } from "./offline/register.js";
import { listenForPictures } from "./scan/pictures.js";
import { listenForWedge } from "./scan/wedge.js";

const app = new App(document.getElementById("app")!);
listenForWedge((text) => app.scanned(text));
listenForPictures((file) => void app.readImage(file));
void app.start();
void registerServiceWorker((update) => app.pageUpdateReady(update));
