// A page without a build: typing, a hand scanner and the camera look up the packs of a code.
import { PackLookup } from "pack-lookup";
import "pack-lookup/scanner";
import { WedgeListener } from "pack-lookup/wedge";

// For real packs: PackLookup.open("/packs.bin"), a file that `npx pack-lookup build` writes.
const packs = await PackLookup.demo();
document.querySelector("#warning").textContent = packs.about.warning ?? "";

/** Shows all packs that have carried the code: a code may have been on packs of different medicines. */
function show(text) {
  const { scan, message } = packs.tryScan(text);
  const uses = scan ? packs.uses(scan.gtin) : [];
  const names = new Map(uses.map(({ pack, status }) => [pack.pack_id, nameOf(pack, status)]));
  const doubts = scan ? scan.warnings.map((warning) => warning.message) : [message];
  if (scan && uses.length === 0) doubts.push(`No pack of this release has carried ${scan.gtin}.`);
  if (names.size > 1) doubts.push("This code has been on several packs. Compare the box.");
  const lines = [...doubts, ...names.values()];
  document.querySelector("#answer").replaceChildren(...lines.map(itemOf));
}

const nameOf = ({ name }, { current }) => (current ? name : `${name} (no longer current)`);

const itemOf = (text) => Object.assign(document.createElement("li"), { textContent: text });

document.querySelector("form").addEventListener("submit", (event) => {
  event.preventDefault();
  show(new FormData(event.target).get("code"));
});
document.querySelector("pack-scanner").addEventListener("scan", ({ detail }) => show(detail.text));
new WedgeListener().addEventListener("scan", ({ detail }) => show(detail.text));
