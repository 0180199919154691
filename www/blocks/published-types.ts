// Compiled, never run: the types of the package are those of the sources.
import type * as publishedWedge from "../../npm/types/wedge.js";
import * as wedge from "./wedge/index.js";

export const wedgeAsPublished: typeof publishedWedge = wedge;
