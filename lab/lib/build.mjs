// Makes the files of one engine in a process of its own: node build.mjs JOB.json, where JOB is
// `{ engine, maker, records, prefix, output }`.
import { readFileSync, writeFileSync } from "node:fs";
import { readRecords } from "./records.mjs";

const { engine, maker, records, prefix, output } = JSON.parse(readFileSync(process.argv[2]));
const module = await import(engine);
const made = await module[maker](await readRecords(records));
const files = made.map((bytes, i) => {
  const file = `${prefix}-${i}.bin`;
  writeFileSync(file, bytes);
  return file;
});
writeFileSync(output, JSON.stringify({ files }));
