// Files that differ from the built ones on purpose: a package that fails, WebAssembly that traps
// like a panic, and data without the mark of demonstration data.
import { createHash } from "node:crypto";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import binaryen from "binaryen";
import { root } from "../../scripts/common/project.mjs";
import { temporaryFolder } from "./folders.mjs";

/**
 * Makes a copy of the package until the test ends, with one file changed by `change`. Returns its
 * folder and URL.
 */
export function changedPackage(t, file, change) {
  const folder = temporaryFolder(t);
  cpSync(join(root, "npm"), folder, { recursive: true });
  changeFile(join(folder, file), change);
  return { folder, url: pathToFileURL(`${folder}/`) };
}

/** Makes a copy of the package in which every second call of a function of the core traps. */
export const trappingPackage = (t, exported) =>
  changedPackage(t, "pack_lookup_bg.wasm", (wasm) => trapEverySecondCall(wasm, exported));

/** Replaces the bytes of a file by what `change` makes of them. */
export const changeFile = (path, change) => writeFileSync(path, change(readFileSync(path)));

/** Makes every second call of the exported function trap, in each instance. */
export function trapEverySecondCall(wasm, exported) {
  const module = binaryen.readBinary(wasm);
  const original = binaryen.getExportInfo(module.getExport(exported)).value;
  const { params, results } = binaryen.getFunctionInfo(module.getFunction(original));
  const { i32, global, local } = module;
  const args = binaryen.expandType(params).map((type, index) => local.get(index, type));
  const body = module.block(null, [
    module.if(global.get("called", binaryen.i32), module.unreachable()),
    global.set("called", i32.const(1)),
    module.call(original, args, results),
  ]);
  module.addGlobal("called", binaryen.i32, true, i32.const(0));
  module.addFunction("trapping", params, results, [], body);
  module.removeExport(exported);
  module.addFunctionExport("trapping", exported);
  return module.emitBinary();
}

/** Where the header of FORMAT.md has its flags, and where its digest is. */
const [FLAGS, DIGEST, DIGEST_END] = [10, 16, 48];

/** The bytes of a dataset of demonstration data without the mark. */
export function asReal(dataset) {
  const bytes = Uint8Array.from(dataset);
  bytes[FLAGS] &= ~1;
  const digest = createHash("sha256")
    .update(bytes.subarray(0, DIGEST))
    .update(bytes.subarray(DIGEST_END));
  bytes.set(digest.digest(), DIGEST);
  return bytes;
}
