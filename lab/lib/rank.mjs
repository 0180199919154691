// The best 20 of one engine for each text: node rank.mjs JOB.json, where JOB is `{ engine, files, texts, output }`.
import { readFileSync, writeFileSync } from "node:fs";

const { engine, files, texts, output } = JSON.parse(readFileSync(process.argv[2]));
const { open } = await import(engine);
const { ranked } = await open(files.map((file) => readFileSync(file)));
writeFileSync(output, JSON.stringify(texts.map((text) => ranked(text).map(({ name }) => name))));
