// Calls the module, and returns results in a form that every host can compare.
import { GtinError, PackLookup } from "pack-lookup";

/** Calls the module, or the one in a worker; `await` works for both. */
export async function answers(sources, Module = PackLookup) {
  const packs = await (sources === undefined ? Module.open() : Module.open(sources));
  const found = await packs.search("a", { current: true, limit: 100 });
  const [pack] = found.packs.filter(
    ({ gtin_codes, prices }) => gtin_codes.length > 0 && prices.price !== null,
  );
  const { gtin } = pack.gtin_codes[0];
  const etag = (await packs.fetch(`/api/gtin/${gtin}`)).headers.get("etag");
  const results = {
    idType: typeof pack.pack_id,
    priceType: typeof pack.prices.price,
    countType: typeof (await packs.suggest("a"))[0].packs,
    sameJson:
      new TextDecoder().decode(await packs.gtinJson(gtin)) ===
      (await (await packs.fetch(`/med/api/gtin/${gtin}`)).text()),
    unknown: typeof (await packs.gtin("9529999999993")),
    statuses: await statusesOf(packs, pack, gtin),
    corrections: (await packs.search("amlodpine", { limit: 1 })).corrections,
    reason: await reasonOf(() => packs.gtin("123")),
    scanned: (await packs.scan(`]d201${gtin.padStart(14, "0")}10AB12`)).batch,
    status: [
      (await packs.fetch(new Request(`https://localhost/api/search?q=${gtin}`))).status,
      (await packs.fetch("/api/nothing")).status,
      (await packs.fetch({ url: `/api/gtin/${gtin}`, headers: { "If-None-Match": etag } })).status,
    ],
    demo: (await packs.about).dataset.demo,
  };
  await packs.close();
  return results;
}

/** The status of a pack, of a use of it, of a search for it, and of an unknown id. */
async function statusesOf(packs, pack, gtin) {
  const use = (await packs.uses(gtin)).find((one) => one.pack.pack_id === pack.pack_id);
  const [found] = (await packs.search(pack.pack_id)).statuses;
  return [
    await packs.status(pack.pack_id),
    await packs.status(BigInt(pack.pack_id)),
    use.status,
    found,
    (await packs.status(1n)) ?? null,
  ];
}

async function reasonOf(call) {
  try {
    await call();
  } catch (error) {
    if (error instanceof GtinError) return error.reason;
    throw error;
  }
}
