// The worker of `pack-lookup/async`: it has the dataset and answers calls from the main thread.
import { PackLookup } from "./core.js";
import { fieldsOf } from "./worker/error-transfer.js";
import { listen } from "./worker/port.js";

let packs;

/** The calls that are not methods of `PackLookup`. */
const calls = {
  async open(bytes, settings) {
    packs = await PackLookup.open(bytes, settings);
    return packs.about;
  },
  some: (first, most) => upTo(most, packs[Symbol.iterator](first)),
};

function upTo(most, iterator) {
  const found = [];
  for (let next = iterator.next(); !next.done; next = iterator.next()) {
    found.push(next.value);
    if (found.length === most) break;
  }
  return found;
}

listen(async ({ id, call, values }, post) => {
  try {
    post({ id, answer: await (calls[call] ?? packs[call])(...values) });
  } catch (error) {
    post({ id, error: fieldsOf(error) });
  }
});
