// Writes a history as long as a stock count into the page's database.

/** Writes rows of a pack, one second apart, with two rows per batch. The page reads them when it loads. */
export async function fillHistory(page, entries, { gtin, pack }) {
  const row = {
    outcome: "pack",
    packId: String(pack.pack_id),
    name: pack.name,
    code: gtin,
    expiry: "2031-12-31",
    request: { by: "code", text: gtin },
    doubts: [{ kind: "demonstration", about: "data", text: "Demonstration data" }],
  };
  await page.evaluate(fill, { entries, row });
  await page.reload();
  await page.locator(".strip .age").waitFor();
  await page.locator("#recent").waitFor();
}

async function fill({ entries, row }) {
  const done = (request, event) => new Promise((resolve, reject) => Object.assign(request, { [event]: resolve, onerror: reject }));
  const opening = indexedDB.open("pack-lookup-history");
  await done(opening, "onsuccess");
  const transaction = opening.result.transaction("rows", "readwrite");
  const first = Date.now() - entries * 1000;
  for (let number = 0; number < entries; number++) {
    const at = first + number * 1000;
    const key = `${String(at).padStart(15, "0")}-${number}`;
    transaction.objectStore("rows").put({ ...row, key, at, batch: `B${number >> 1}`, serial: `S${number}` });
  }
  await done(transaction, "oncomplete");
  opening.result.close();
}
