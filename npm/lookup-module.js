// Compiles the WebAssembly of lookups. The generated bindings are not imported here: only the
// thread that runs the module needs them. The module is next to the file: in a bundle, the file is
// then next to the bundle.
import { WasmError } from "./errors.js";
import { moduleOf } from "./wasm/compile.js";
import { HTML_ADVICE, once, ownFile } from "./api/byte-source.js";

/** Compiles the WebAssembly of a source, by default of the file next to the module. */
export const lookupModule = async (source) =>
  moduleOf(
    (await source) ??
      ownFile(
        () => new URL("./pack_lookup_bg.wasm", import.meta.url),
        WasmError,
        "pass the file as `wasm`",
      ),
    { exported: "packs_open", ifHtml: HTML_ADVICE },
  );

/** The source of the first call applies to all later calls. */
export const compileOnce = once(lookupModule);
