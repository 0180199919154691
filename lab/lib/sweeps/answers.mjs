// Answers of the built module: node answers.mjs JOB.json, where JOB is `{ engine, files, texts, output }`.
import { readFileSync, writeFileSync } from "node:fs";

const { engine, files, texts, output } = JSON.parse(readFileSync(process.argv[2]));
const { open } = await import(engine);
const { searched } = await open(files.map((file) => readFileSync(file)));
writeFileSync(output, JSON.stringify(texts.map((text) => answerOf(searched(text)))));

function answerOf({ packs, total, corrections, relaxed }) {
  const names = packs.map(({ name }) => name);
  const generic = packs.map(({ generic_product_name }) => generic_product_name);
  return { names, generic, total, corrections: corrections.map(({ from, to }) => [from, to]), relaxed };
}
