// A component that looks up the packs of a code, which is typed, or scanned by hand or camera.
import { type FormEvent, StrictMode, useEffect, useMemo, useState } from "react";
import { createRoot } from "react-dom/client";
import { PackLookup, type PackStatus } from "pack-lookup";
import "pack-lookup/scanner";
import { WedgeListener } from "pack-lookup/wedge";

/** Returns the data while the component is mounted. Strict mode mounts it twice: each opening is closed. */
function usePacks(): PackLookup | undefined {
  const [packs, setPacks] = useState<PackLookup>();
  useEffect(() => {
    // For real packs: PackLookup.open("/packs.bin"), a file that `npx pack-lookup build` writes.
    const opening = PackLookup.demo();
    opening.then(setPacks);
    return () => {
      setPacks(undefined);
      opening.then((packs) => packs.close());
    };
  }, []);
  return packs;
}

/** Returns what to show: all packs that have carried the code, and the doubts about it. */
function answerTo(packs: PackLookup, text: string): string[] {
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
  const packs = usePacks();
  const [code, setCode] = useState("");
  const [text, setText] = useState("");
  useEffect(() => {
    const wedge = new WedgeListener();
    wedge.addEventListener("scan", ({ detail }) => setText(detail.text));
    return () => wedge.close();
  }, []);
  const lines = useMemo(() => (packs && text ? answerTo(packs, text) : []), [packs, text]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setText(code);
  };
  return (
    <>
      <h1>Packs</h1>
      <p role="status">{packs?.about.warning}</p>
      <form onSubmit={submit}>
        <label>
          Code <input name="code" value={code} onChange={({ target }) => setCode(target.value)} />
        </label>
        <button type="submit">Look up</button>
      </form>
      <pack-scanner onscan={({ detail }) => setText(detail.text)} />
      <ul id="answer" aria-live="polite">
        {lines.map((line) => (
          <li key={line}>{line}</li>
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
