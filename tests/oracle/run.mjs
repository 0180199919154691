// node tests/oracle/run.mjs RELEASE: compares each pack of a release with the oracle's reading; fails where any differs.
import { compare } from "./compare.mjs";

const SHOWN = 5;

const { compared, differences } = await compare(process.argv[2]);
console.log(`${compared} packs compared with an independent reading of the files, ${differences.length} answers differ`);
differences.slice(0, SHOWN).forEach((one) => console.log(JSON.stringify(one)));
if (differences.length > 0) process.exitCode = 1;
