// What the module answers, in a form that every host can compare.
import { GtinError, PackLookup } from "pack-lookup";

export async function answers(sources) {
  const packs = await PackLookup.open(sources);
  const [pack] = packs.search("a", { current: true, limit: 100 }).packs.filter(({ gtin_codes, prices }) => gtin_codes.length > 0 && prices.price !== null);
  const { gtin } = pack.gtin_codes[0];
  const etag = packs.fetch(`/api/gtin/${gtin}`).headers.get("etag");
  return {
    idType: typeof pack.pack_id,
    priceType: typeof pack.prices.price,
    countType: typeof packs.suggest("a")[0].packs,
    sameJson: new TextDecoder().decode(packs.gtinJson(gtin)) === (await packs.fetch(`/med/api/gtin/${gtin}`).text()),
    unknown: typeof packs.gtin("9529999999993"),
    statuses: statusesOf(packs, pack, gtin),
    corrections: packs.search("tabelts", { limit: 1 }).corrections,
    reason: reasonOf(() => packs.gtin("123")),
    scanned: packs.scan(`]d201${gtin.padStart(14, "0")}10AB12`).batch,
    status: [
      packs.fetch(new Request(`https://localhost/api/search?q=${gtin}`)).status,
      packs.fetch("/api/nothing").status,
      packs.fetch({ url: `/api/gtin/${gtin}`, headers: { "If-None-Match": etag } }).status,
    ],
    demo: packs.about.dataset.demo,
  };
}

/// The same of a pack, of a use of it, and of a search for it; none of an id that no pack has.
function statusesOf(packs, pack, gtin) {
  const use = packs.uses(gtin).find((one) => one.pack.pack_id === pack.pack_id);
  const [found] = packs.search(String(pack.pack_id)).statuses;
  return [packs.status(pack.pack_id), packs.status(String(pack.pack_id)), use.status, found, packs.status(1n) ?? null];
}

function reasonOf(call) {
  try {
    call();
  } catch (error) {
    if (error instanceof GtinError) return error.reason;
    throw error;
  }
}
