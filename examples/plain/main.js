// A page without a build: typing, a hand scanner and the camera look up the packs of a code.
import { PackLookup } from "pack-lookup";
import "pack-lookup/scanner";
import { WedgeListener } from "pack-lookup/wedge";

const warning = document.querySelector("#warning");
const scanner = document.querySelector("pack-scanner");
let packs;

// For real packs: PackLookup.open("/packs.bin"), a file that `npx pack-lookup build` writes.
PackLookup.demo().then(
  (opened) => {
    packs = opened;
    warning.textContent = packs.about.warning ?? "";
  },
  (error) => {
    warning.textContent = `The packs could not be loaded: ${error.message}`;
  },
);

/** What to show: all packs that have carried the code, after the doubts about it. */
function answerTo(text) {
  if (!packs) return ["No packs are loaded, so nothing was looked up."];
  const { scan, message } = packs.tryScan(text);
  if (!scan) return [message];
  const uses = packs.uses(scan.gtin);
  const names = new Map(uses.map(({ pack, status }) => [pack.pack_id, nameOf(pack, status)]));
  const doubts = scan.warnings.map((warning) => warning.message);
  if (uses.length === 0) doubts.push(`No pack of this release has carried ${scan.gtin}.`);
  if (names.size > 1) doubts.push("This code has been on several packs. Compare the box.");
  return [...doubts, ...names.values()];
}

const nameOf = ({ name }, { current }) => (current ? name : `${name} (no longer current)`);

function show(lines) {
  document.querySelector("#answer").replaceChildren(...lines.map(itemOf));
}

const itemOf = (text) => Object.assign(document.createElement("li"), { textContent: text });

document.querySelector("form").addEventListener("submit", (event) => {
  event.preventDefault();
  show(answerTo(new FormData(event.target).get("code")));
});

// Each event changes the answer: one that stayed would be the answer to the box before.
scanner.addEventListener("scan", (event) => {
  const lines = answerTo(event.detail.text);
  show(lines);
  if (lines.length === 1) return;
  // The plain beep would mean that nothing is in doubt.
  event.preventDefault();
  scanner.signal("code");
});
scanner.addEventListener("several", ({ detail }) =>
  show(["Several codes are in view. Compare the box.", ...detail.texts.flatMap(answerTo)]),
);
scanner.addEventListener("error", () => show([]));
const wedge = new WedgeListener();
wedge.addEventListener("scan", ({ detail }) => show(answerTo(detail.text)));
wedge.addEventListener("broken", () => show(["Incomplete scan. Scan the box again."]));
