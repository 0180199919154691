// Decodes frames off the page's thread, with the zxing-wasm that the host has installed. The host
// names its WebAssembly.
import { answerRequests } from "./decode-requests.js";

answerRequests();
