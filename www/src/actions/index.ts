// All actions of people, by topic, as the views call them.
import type { AskServer } from "./ask-server.js";
import type { CodeList } from "./code-list.js";
import type { Count } from "./count.js";
import type { Data } from "./data.js";
import type { History } from "./history.js";
import type { ReleaseImport } from "./import-release.js";
import type { KeptDrafts } from "./kept.js";
import type { Kiosk } from "./kiosk.js";
import type { LookUp } from "./look-up.js";
import type { Notes } from "./notes.js";
import type { Page } from "./page.js";
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
