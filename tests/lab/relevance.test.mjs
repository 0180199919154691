// The short form of `npm run lab -- eval`: the same queries, over the demonstration data in npm/. lab/reports/evaluation.md describes them.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { makeQueries, score, SOURCES } from "../../lab/eval.mjs";
import { groupBy } from "../../lab/lib/records.mjs";
import { PackLookup } from "../../npm/core.js";
import { paths } from "../../scripts/common/project.mjs";

/**
 * For each source of queries: the minimum number that the demonstration data can answer, and the minimum share with a right pack in first place. The
 * shares are a little below the measured ones. A change that lowers one needs a line in the report, with its reason.
 */
const EXPECTED = {
  [SOURCES.judged]: { queries: 390, first: 0.96 },
  [SOURCES.typos]: { queries: 2500, first: 0.92 },
  [SOURCES.boxes]: { queries: 660, first: 0.97 },
  [SOURCES.lookAlikes]: { queries: 60, first: 0.96 },
  [SOURCES.substances]: { queries: 80, first: 0.93 },
};

const packs = await PackLookup.open({ dataset: paths.demoDataset, ids: "string" });
after(() => packs.close());
const { queries } = makeQueries([...packs], "report");
const answer = ({ text }) => packs.search(text, { sort: "relevance" }).packs.map(({ name }) => name);
const answers = new Map(queries.map((query) => [query, answer(query)]));

for (const [source, some] of groupBy(queries, ({ source }) => source)) {
  const { classes, misses, confused } = score(some, some.map((query) => answers.get(query)));

  test(`${source}: ranks a right pack first`, () => {
    const sums = Object.values(classes);
    const first = sums.reduce((sum, { queries, at1 }) => sum + queries * at1, 0) / some.length;
    const { queries: least, first: share } = EXPECTED[source];
    assert.ok(some.length >= least, `${some.length} queries`);
    assert.ok(first >= share, `${first.toFixed(3)} of ${some.length}, at least ${share} expected. Not found: ${misses.slice(0, 10).map(({ text }) => text).join(" · ")}`);
  });

  // A word of a substance may also find brands, which are not other medicines. The report counts these results.
  if (source === SOURCES.substances) continue;
  test(`${source}: ranks no wrong medicine above the right one`, () => assert.deepEqual(confused, []));
}
