// A component that looks up the packs of a code, which is typed, or scanned by hand or camera.
import { type FormEvent, StrictMode, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { PackLookup, type PackStatus } from "pack-lookup";
import type { PackScanner } from "pack-lookup/scanner";
import "pack-lookup/scanner";
import { WedgeListener } from "pack-lookup/wedge";

/** Returns the data while the component is mounted, and its warning or why there is none. */
function usePacks(): { packs?: PackLookup; warning?: string } {
  const [data, setData] = useState<{ packs?: PackLookup; warning?: string }>({});
  useEffect(() => {
    // Strict mode mounts it twice: the first opening ends after the component has forgotten it.
    let isMounted = true;
    // For real packs: PackLookup.open("/packs.bin"), a file that `npx pack-lookup build` writes.
    const opening = PackLookup.demo();
    opening.then(
      (packs) => isMounted && setData({ packs, warning: packs.about.warning ?? "" }),
      ({ message }) =>
        isMounted && setData({ warning: `The packs could not be loaded: ${message}` }),
    );
    return () => {
      isMounted = false;
      setData({});
      opening.then(
        (packs) => packs.close(),
        () => undefined,
      );
    };
  }, []);
  return data;
}

/** What to show: all packs that have carried the code, after the doubts about it. */
function answerTo(packs: PackLookup | undefined, text: string): string[] {
  if (!packs) return ["No packs are loaded, so nothing was looked up."];
  const { scan, message } = packs.tryScan(text);
  if (!scan) return [message];
  const uses = packs.uses(scan.gtin);
  const names = new Map(uses.map(({ pack, status }) => [pack.pack_id, nameOf(pack.name, status)]));
  const doubts = scan.warnings.map((warning) => warning.message);
  if (uses.length === 0) doubts.push(`No pack of this release has carried ${scan.gtin}.`);
  if (names.size > 1) doubts.push("This code has been on several packs. Compare the box.");
  return [...doubts, ...names.values()];
}

const nameOf = (name: string, { current }: PackStatus) =>
  current ? name : `${name} (no longer current)`;

function Packs() {
  const { packs, warning } = usePacks();
  const [code, setCode] = useState("");
  // Each event changes the answer: one that stayed would be the answer to the box before.
  const [lines, setLines] = useState<string[]>([]);
  const linesOf = (text: string) => answerTo(packs, text);
  useEffect(() => {
    const wedge = new WedgeListener();
    wedge.addEventListener("scan", ({ detail }) => setLines(answerTo(packs, detail.text)));
    wedge.addEventListener("broken", () => setLines(["Incomplete scan. Scan the box again."]));
    return () => wedge.close();
  }, [packs]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setLines(linesOf(code));
  };
  const scanned = (event: CustomEvent<{ text: string }>) => {
    const answer = linesOf(event.detail.text);
    setLines(answer);
    if (answer.length === 1) return;
    // The plain beep would mean that nothing is in doubt.
    event.preventDefault();
    (event.target as PackScanner).signal("code");
  };
  const several = ({ detail }: CustomEvent<{ texts: string[] }>) =>
    setLines(["Several codes are in view. Compare the box.", ...detail.texts.flatMap(linesOf)]);
  return (
    <>
      <h1>Packs</h1>
      <p role="status">{warning}</p>
      <form onSubmit={submit}>
        <label>
          Code <input name="code" value={code} onChange={({ target }) => setCode(target.value)} />
        </label>
        <button type="submit">Look up</button>
      </form>
      <pack-scanner onscan={scanned} onseveral={several} onerror={() => setLines([])} />
      <ul id="answer" aria-live="polite">
        {lines.map((line, index) => (
          <li key={`${index} ${line}`}>{line}</li>
        ))}
      </ul>
    </>
  );
}

createRoot(document.querySelector("#root") as Element).render(
  <StrictMode>
    <Packs />
  </StrictMode>,
);
