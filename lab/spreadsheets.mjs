// npm run lab -- spreadsheets
//
// Writes an exported history, opens it in LibreOffice with default settings, and checks that every code is unchanged. It is in no test suite,
// because LibreOffice is large.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { load } from "../tests/page/unit/source.mjs";
import { Failure, main, run } from "../scripts/common/run.mjs";

const PLAIN_CSV = "csv:Text - txt - csv (StarCalc):9,0,76,1,,0,false,true,false";
const CODES = ["123456789012345678", "05012345678900", "00123", "1E5", "3-4", "2026-03-04", "MAR1", "TRUE", "=1+1", "+5", "@x", "10:30", "5%"];

main(async () => {
  const { toCsv, toXlsx } = await load("history/export.ts");
  const lost = [...survivors("codes.csv", toCsv(CODES.map(entry))), ...survivors("codes.xlsx", await (await toXlsx(CODES.map(entry))).bytes())];
  if (lost.length > 0) throw new Failure(`LibreOffice changes ${lost.join(", ")}`);
});

function entry(code, key) {
  return { key: String(key), at: 0, request: { by: "code", text: code }, outcome: "pack", code, batch: code, doubts: [] };
}

/** Returns the codes that LibreOffice shows differently, in the second or the fifth column. */
function survivors(name, bytes) {
  const folder = mkdtempSync(join(tmpdir(), "pack-lookup-sheets-"));
  writeFileSync(join(folder, name), bytes);
  run("soffice", ["--headless", "--convert-to", PLAIN_CSV, "--outdir", join(folder, "out"), join(folder, name)]);
  const shown = readFileSync(join(folder, "out", name.replace("xlsx", "csv")), "utf8").split("\n").slice(1).map((line) => line.split("\t"));
  rmSync(folder, { recursive: true });
  return CODES.filter((code, row) => shown[row][1] !== code || shown[row][4] !== code).map((code) => `${code} in ${name}`);
}
