// Decodes frames off the page's thread, with the decoder of the package. All its files are next to
// it.
import wasm from "zxing-wasm/reader/zxing_reader.wasm?url";

import { answerRequests } from "./decode-requests.js";

answerRequests(wasm);
