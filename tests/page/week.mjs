// The demonstration release a week later: some packs are renamed, discontinued, re-priced, removed and added, as in a real week.
import { readFileSync } from "node:fs";
import { unzipSync, zipSync } from "fflate";
import { importRelease } from "../../npm/import.js";
import { paths } from "../../scripts/common/project.mjs";

/** One pack changes in this number of packs. */
const EVERY = 50;

const changes = [
  (record) => record.replace(" Ltd)", " Limited)"),
  (record) => (record.includes("<DISCCD>") ? record : record.replace("</AMPP>", "<DISCCD>0001</DISCCD><DISCDT>2025-11-12</DISCDT></AMPP>")),
  (record) => record.replace(/<LEGAL_CATCD>\d+</, "<LEGAL_CATCD>0001<"),
  () => "",
];

/** Returns the dataset of the next week. */
export async function nextWeek() {
  const files = unzipSync(readFileSync(paths.demoRelease));
  const name = Object.keys(files).find((file) => file.startsWith("f_ampp2"));
  let count = 0;
  const text = new TextDecoder().decode(files[name]).replace(/<AMPP>.*?<\/AMPP>/gs, (record) => {
    count += 1;
    // The first packs have the codes of the documentation, so they are unchanged.
    return count < EVERY || count % EVERY > 0 ? record : changes[(count / EVERY) % changes.length](record);
  });
  files[name] = new TextEncoder().encode(text);
  const { dataset } = await importRelease(zipSync(files), { name: "nhsbsa_dmd_11.2.0_20251113000001.zip" });
  return Buffer.from(dataset);
}
