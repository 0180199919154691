// Tests when a new version of the page is installed: only with data that it can open, if there was data before.
import assert from "node:assert/strict";
import { test } from "node:test";
import { FORMAT } from "../../../npm/core.js";
import { load } from "./source.mjs";

const { migrateData } = await load("offline/migrate-data.ts");

const release = (change = {}) => ({ sha256: "new", format: FORMAT, release_date: "2026-08-08", demo: false, gaps: [], ...change });
const stored = release({ sha256: "old", format: FORMAT - 1, release_date: "2026-08-01" });
const silent = new Error("the server did not answer");

const cases = [
  { name: "the data is stored in this format", hasData: true, stored, offered: silent },
  { name: "a first visit", offered: silent },
  { name: "another format is stored", stored, offered: release(), installs: true },
  { name: "the same release in another format", stored, offered: release({ release_date: "2026-08-01" }), installs: true },
  { name: "real data instead of demonstration data", stored: { ...stored, demo: true }, offered: release(), installs: true },
  { name: "no network", stored, offered: silent, fails: /did not answer/ },
  { name: "the server has an older format", stored, offered: release({ format: FORMAT - 1 }), fails: /can read/ },
  { name: "the server has a newer format", stored, offered: release({ format: FORMAT + 1 }), fails: /can read/ },
  { name: "demonstration data instead of real data", stored, offered: release({ demo: true }), fails: /without consent/ },
  { name: "an older release", stored, offered: release({ release_date: "2026-07-01" }), fails: /without consent/ },
  { name: "a download that fails", stored, offered: release(), installs: new Error("truncated"), fails: /truncated/ },
];

for (const { name, hasData = false, stored, offered, installs = false, fails } of cases) {
  test(`${name}: ${fails ? "keeps the old version" : "installs the new version"}`, async () => {
    const installed = [];
    const raise = (value) => {
      if (value instanceof Error) throw value;
      return value;
    };
    const migrated = migrateData({
      hasData: async () => hasData,
      releaseOfOtherFormat: async () => stored,
      offered: async () => raise(offered),
      install: async (release) => (raise(installs), installed.push(release)),
    });
    if (fails) await assert.rejects(migrated, fails);
    else await migrated;
    assert.equal(installed.length, installs === true ? 1 : 0);
  });
}
