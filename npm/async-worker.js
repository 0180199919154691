// The worker of `pack-lookup/async`: it has the dataset and answers calls from the main thread.
import { PackLookup } from "./core.js";
import { fieldsOf, listen } from "./worker/messages.js";

let packs;

/** The calls that are not methods of `PackLookup`. */
const calls = {
  async open(bytes, settings) {
    packs = await PackLookup.open(bytes, settings);
    return packs.size;
  },
  about: () => packs.about,
  packsFrom: (first, count) => take(count, packs[Symbol.iterator](first)),
};

/** Takes the next values of an iterator, at most `count`. */
function take(count, iterator) {
  const values = [];
  for (let next = iterator.next(); !next.done; next = iterator.next()) {
    values.push(next.value);
    if (values.length === count) break;
  }
  return values;
}

listen(async ({ id, method, args }, post) => {
  try {
    post({ id, result: await (calls[method] ?? packs[method])(...args) });
  } catch (error) {
    post({ id, error: fieldsOf(error) });
  }
});
