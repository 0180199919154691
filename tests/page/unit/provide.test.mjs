// Tests when a new version of the page is installed: only with data that it can open, if there was data before.
import assert from "node:assert/strict";
import { test } from "node:test";
import { FORMAT } from "../../../npm/core.js";
import { load } from "./source.mjs";

const { provide } = await load("offline/provide.ts");

const release = (change = {}) => ({ sha256: "new", format: FORMAT, release_date: "2026-08-08", demo: false, gaps: [], ...change });
const known = release({ sha256: "old", format: FORMAT - 1, release_date: "2026-08-01" });
const silent = new Error("the server did not answer");

const cases = [
  { says: "its data is here", isHere: true, known, offered: silent },
  { says: "a first visit has nothing to lose", offered: silent },
  { says: "it brings its data along", known, offered: release(), installs: true },
  { says: "the same release in another format", known, offered: release({ release_date: "2026-08-01" }), installs: true },
  { says: "real data in place of a demonstration", known: { ...known, demo: true }, offered: release(), installs: true },
  { says: "no network", known, offered: silent, fails: /did not answer/ },
  { says: "the server is not so far yet", known, offered: release({ format: FORMAT - 1 }), fails: /can read/ },
  { says: "the server is further", known, offered: release({ format: FORMAT + 1 }), fails: /can read/ },
  { says: "invented packs in place of real ones", known, offered: release({ demo: true }), fails: /nobody's wish/ },
  { says: "an older release", known, offered: release({ release_date: "2026-07-01" }), fails: /nobody's wish/ },
  { says: "a download that fails", known, offered: release(), installs: new Error("torn"), fails: /torn/ },
];

for (const { says, isHere = false, known, offered, installs = false, fails } of cases) {
  test(`${says}: ${fails ? "the version before it stays" : "it may take over"}`, async () => {
    const installed = [];
    const raise = (value) => {
      if (value instanceof Error) throw value;
      return value;
    };
    const provided = provide({
      isHere: async () => isHere,
      releaseOfOtherFormat: async () => known,
      offered: async () => raise(offered),
      install: async (release) => (raise(installs), installed.push(release)),
    });
    if (fails) await assert.rejects(provided, fails);
    else await provided;
    assert.equal(installed.length, installs === true ? 1 : 0);
  });
}
