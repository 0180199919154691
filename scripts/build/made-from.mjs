// Steps that are spared: those that give the same for the same bytes and tools.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cargoTools, root } from "../common/project.mjs";

/// Makes what is in `folder`, unless it was made from the same `sources` before.
export async function unlessMadeFrom(sources, folder, make) {
  const record = join(folder, ".made-from");
  // The lock file names wasm-opt and esbuild.
  const digest = digestOf([...sources, join(root, "package-lock.json")]);
  if (existsSync(record) && readFileSync(record, "utf8") === digest) return;
  // A step that fails may have changed some of it.
  rmSync(record, { force: true });
  await make();
  writeFileSync(record, digest);
}

function digestOf(files) {
  const hash = createHash("sha256").update(JSON.stringify(cargoTools));
  files.forEach((file) => hash.update(readFileSync(file)));
  return hash.digest("hex");
}
