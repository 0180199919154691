// Compiled, never run: the types of the package are those of the sources.
import type * as publishedDevice from "../../npm/types/device.js";
import type * as publishedScanner from "../../npm/types/scanner.js";
import type * as publishedWedge from "../../npm/types/wedge.js";
import * as device from "./device/index.js";
import * as scanner from "./scanner/index.js";
import * as wedge from "./wedge/index.js";

export const asPublished: [typeof publishedDevice, typeof publishedScanner, typeof publishedWedge] =
  [device, scanner, wedge];
