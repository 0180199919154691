// The files of the page that the module has too. The package has them once, outside the folder of
// the page, which has a table of them.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the page. */
export const pageFolder = fileURLToPath(new URL("../page", import.meta.url));

/** The table, which `scripts/build/page.mjs` writes. */
export const TABLE = "_shared-files.json";

/**
 * Lists the path of each shared file on the server, the file, and its digest when the page was
 * built. The page of `npm start` has a copy of each file, and no table.
 */
export function sharedFiles(folder = pageFolder) {
  const table = join(folder, TABLE);
  if (!existsSync(table)) return [];
  const entries = JSON.parse(readFileSync(table, "utf8"));
  return entries.map(({ path, file, sha256 }) => ({
    path,
    file: join(folder, "..", file),
    sha256,
  }));
}
