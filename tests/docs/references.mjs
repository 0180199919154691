// What documents refer to: files, headings in them, and tests by their names.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../../scripts/common/project.mjs";

/** The text of a file of the project. */
export const read = (path) => readFileSync(join(root, path), "utf8");

/** Reports whether the file and the heading exist to which a link in a document leads. */
export function hasTarget(document, link) {
  const [path, heading] = link.split("#");
  const file = path === "" ? document : join(dirname(document), path);
  if (!existsSync(join(root, file))) return false;
  return heading === undefined || anchorsIn(read(file)).includes(heading);
}

const anchorsIn = (text) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading));

/** The anchor that GitHub makes from a heading. */
export const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

/** Reports whether a file has a test with a name. */
export function isTest(file, name) {
  if (!existsSync(join(root, file))) return false;
  // The formatter puts a long name on a separate line.
  const source = read(file).replace(/\btest\(\s+/g, "test(");
  if (file.endsWith(".rs")) return new RegExp(`#\\[test\\][^{}]*\\sfn ${name}\\(`).test(source);
  return [`test("${name}"`, `test(\`${name}\``].some((start) => source.includes(start));
}
