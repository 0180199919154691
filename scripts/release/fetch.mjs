// node scripts/release/fetch.mjs FOLDER: downloads the newest release of dm+d from TRUD and prints
// its path, like `pack-lookup fetch`. It needs
// no built module, so no other program runs in a process that has the key.
import { fetchCommand } from "../../npm/fetch/index.js";
import { Failure, main } from "../common/run.mjs";

main(async ([output]) => {
  await fetchCommand({ output }).catch((error) => {
    throw new Failure(error.message);
  });
});
