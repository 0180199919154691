// The answer of each tool, made from the methods of the module. Every answer has its warnings, the
// most urgent first, and its data.
import { PROPERTIES } from "../api/properties.js";
import {
  changeWarnings,
  dataWarnings,
  filterWarnings,
  gtinWarnings,
  invalidConcepts,
  notCurrent,
  outsidePeriod,
  reused,
  scanWarnings,
  searchWarnings,
  sentence,
  unknownGtin,
  unknownText,
} from "./warnings.js";

/** A question that has no answer. The message states what to do. */
export class NoAnswer extends Error {}

const NOTICE =
  "These are register data. The box decides: compare name, strength, form and expiry date with the box.";

/**
 * Builds an answer with its warnings, those about the data last, and its data. An error has these
 * parts, too.
 */
export function answer(packs, today, warnings, fields) {
  const { about } = packs;
  return { warnings: [...warnings, ...dataWarnings(about, today)], data: dataOf(about), ...fields };
}

function dataOf({ dataset: { release, date, age_days, demo, gaps }, attribution }) {
  return { notice: NOTICE, release, date, age_days, is_demonstration: demo, gaps, attribution };
}

/** Looks up GTINs. An invalid GTIN does not affect the others. */
export function lookUpGtins(packs, { gtins }, today) {
  const entries = packs.lookupMany(gtins).map((entry) => lookUp(packs, entry, today));
  return answer(
    packs,
    today,
    entries.flatMap(({ warnings }) => warnings),
    { results: entries.map(({ result }) => result) },
  );
}

function lookUp(packs, entry, today) {
  const { code, reason } = entry;
  const message = reason && unknownText(entry);
  if (NOT_A_GTIN.includes(reason))
    return { result: { code, uses: [], reason, message }, warnings: [unknownGtin(entry)] };
  const found = usesOf(packs, code);
  const warnings = gtinWarnings({ gtin: code, scan: packs.scan(code), ...found }, today);
  if (reason === undefined) return { result: { code, ...found }, warnings };
  return {
    result: { code, ...found, reason, message },
    warnings: [unknownGtin(entry), ...warnings],
  };
}

/** The reasons why a text is not a GTIN. */
const NOT_A_GTIN = ["not_digits", "bad_length"];

/** Lists all uses of a GTIN, and the grade of a re-used one. */
function usesOf(packs, gtin) {
  const uses = packs.uses(gtin).map(({ gtin, start_date, end_date, pack, status }) => ({
    gtin,
    start_date,
    end_date,
    pack: summaryOf(pack, status),
  }));
  const reuse = packs.reuse(gtin);
  return reuse === undefined ? { uses } : { reuse, uses };
}

const summaryOf = ({ pack_id, name, generic_product_name, legal_category }, status) => ({
  pack_id,
  name,
  generic_product_name,
  legal_category,
  status,
});

/**
 * Searches packs. A GTIN has all its uses, too. A barcode with an invalid element is an error,
 * because its GTIN may be misread, too.
 */
export function searchPacks(packs, { query, filters: asked, ...options }, today) {
  const filters = filtersOf(asked);
  const found = known(() => packs.search(query, { ...options, filters }));
  const code = found.kind === "gtin" ? usedGtin(packs, query, today) : undefined;
  const page = pageOf(found, options);
  const { kind, relaxed, corrections, available, no_match, notices } = found;
  const warnings = [
    ...searchWarnings(found),
    ...filterWarnings(found, asked),
    ...(code ? gtinWarnings(code, today) : notCurrent(page.packs)),
  ];
  const { reuse, uses } = code ?? {};
  return answer(packs, today, warnings, {
    kind,
    is_partial_match: relaxed,
    corrections,
    available,
    no_match,
    notices,
    unfiltered: found.unfiltered,
    ...(reuse && { reuse }),
    ...(uses && { uses }),
    ...page,
  });
}

/** Reads filters from texts like `legal_category=pom`. */
function filtersOf(texts) {
  const filters = {};
  for (const text of texts) {
    const [property, ...value] = text.split("=");
    if (!PROPERTIES.includes(property) || value.length === 0)
      throw new NoAnswer(
        `“${text}” is no filter. Write property=value; the properties are ${PROPERTIES.join(", ")}.`,
      );
    filters[property] = [...(filters[property] ?? []), value.join("=")];
  }
  return filters;
}

/**
 * Calls a method with filters. A value that no pack has is an answer, with the values that there
 * are.
 */
function known(call) {
  try {
    return call();
  } catch (error) {
    throw error.reason === "unknown_value" ? new NoAnswer(sentence(error.message)) : error;
  }
}

/** Counts packs by their properties. */
export function listFilters(packs, { query, current, filters: asked }, today) {
  const filters = filtersOf(asked);
  const counts = known(() => packs.filters(query || undefined, { current, filters }));
  return answer(packs, today, filterWarnings(counts, asked), counts);
}

function usedGtin(packs, query, today) {
  const scan = packs.scan(query, { today });
  return { gtin: scan.gtin, scan, ...usesOf(packs, scan.gtin) };
}

function pageOf({ total, packs, statuses }, { offset }) {
  const next = offset + packs.length;
  const page = { total, offset, packs: packs.map((pack, at) => summaryOf(pack, statuses[at])) };
  return packs.length > 0 && next < total ? { ...page, next_offset: next } : page;
}

/** Finds the record of a pack, with all uses of its GTINs. */
export function getPack(packs, { pack_id: id }, today) {
  const pack = packs.pack(id);
  if (pack === undefined)
    throw new NoAnswer(
      "No pack of this release has this AMPP code. Check the code, or search for the name of the pack.",
    );
  const record = recordOf(pack, packs.status(id));
  const gtins = pack.gtin_codes.map((entry) => ({ ...entry, ...usesOf(packs, entry.gtin) }));
  const warnings = gtins.flatMap((entry) => entryWarnings(entry, packs.scan(entry.gtin), today));
  return answer(packs, today, [...warnings, ...notCurrent([record])], { pack: record, gtins });
}

/**
 * Builds the warnings about a GTIN of a pack. Its period belongs to this pack, which may not be
 * the latest use.
 */
const entryWarnings = ({ gtin, reuse, uses, ...period }, scan, today) => [
  ...reused(gtin, reuse, uses),
  ...scanWarnings(gtin, scan),
  ...outsidePeriod(gtin, period, today),
];

function recordOf(pack, status) {
  const { generic_pack_name, short_name, subpack, comb_content } = pack;
  const prices = { price_pence: pack.prices.price, previous_price_pence: pack.prices.price_prev };
  return {
    ...summaryOf(pack, status),
    generic_pack_name,
    short_name,
    subpack,
    prices,
    comb_content,
  };
}

/** Finds the concepts of a pack, or a concept and those above it. */
export function getConcept(packs, { code }, today) {
  const concepts = packs.concepts(code);
  if (concepts === undefined) throw unknownCode();
  const status = packs.status(code);
  const warnings = status ? notCurrent([{ name: packs.pack(code).name, status }]) : [];
  return answer(packs, today, [...warnings, ...invalidConcepts(concepts)], concepts);
}

const unknownCode = () =>
  new NoAnswer(
    "This release has no dm+d concept with this code. Check the code, or search for the name.",
  );

/** Lists the packs of a concept. */
export function listPacksOf(packs, { code, ...options }, today) {
  const found = packs.packsOf(code, options);
  if (found === undefined) throw unknownCode();
  const page = pageOf(found, options);
  return answer(packs, today, notCurrent(page.packs), { kind: found.kind, ...page });
}

/** Lists what changed. */
export function listChanges(packs, { codes, kinds, ...options }, today) {
  const found = changesOf(packs, { ...options, code: codes, kind: kinds });
  const { before, after, total, changes } = found;
  const next = options.offset + changes.length;
  return answer(packs, today, changeWarnings(found), {
    before,
    after,
    total,
    offset: options.offset,
    ...(changes.length > 0 && next < total && { next_offset: next }),
    changes,
  });
}

function changesOf(packs, options) {
  try {
    return packs.changes(options);
  } catch (error) {
    if (error.reason === "no_history")
      throw new NoAnswer("This service has no history, so it does not know what changed.");
    throw error instanceof RangeError ? new NoAnswer(`${sentence(error.message)}`) : error;
  }
}

/** Parses a barcode, and looks up its GTIN. */
export function parseBarcode(packs, { text }, today) {
  const scan = packs.scan(text, { today });
  const { gtin, batch, serial, expiry, symbology, elements } = scan;
  const found = usesOf(packs, gtin);
  const unknown = packs
    .lookupMany([gtin])
    .filter(({ reason }) => reason !== undefined)
    .map(unknownGtin);
  const warnings = [...gtinWarnings({ gtin, scan, ...found }, today), ...unknown];
  return answer(packs, today, warnings, {
    barcode: withoutUndefined({ gtin, batch, serial, expiry, symbology, elements }),
    ...found,
  });
}

const withoutUndefined = (object) =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));

/** Describes the service and its dataset. */
export function about(packs, args, today) {
  const { name, version, dataset, licence } = packs.about;
  const { packs: size, gtin_rows, digest, next_expected } = dataset;
  return answer(
    packs,
    today,
    [],
    withoutUndefined({ name, version, packs: size, gtin_rows, digest, next_expected, licence }),
  );
}
