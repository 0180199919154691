// Compares every value of exported tables with an independent reading of the files of their
// release: npx node tests/oracle/tables.mjs RELEASE FOLDER, where FOLDER is made by `pack-lookup
// export --all FOLDER --ids string --dataset RELEASE`. It fails if there is a difference.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isMainScript, main } from "../../scripts/common/run.mjs";
import { ampOf, expectedOf, flag, tablesOf, usesOf, vmpOf, vmppOf } from "./expected.mjs";
import { readRelease } from "./release.mjs";

/** The rows of each table that a release should have, as objects. */
export function expectedTables(release) {
  const tables = tablesOf(release);
  const packs = expectedOf(release);
  const [vmps, vmpps, amps] = ["vmps", "vmpps", "amps"].map((kind) => [...tables[kind].values()]);
  const generics = vmps.map((row) => ({ row, vmp: vmpOf(row, tables) }));
  const known = (kind, id) => (tables[kind].has(id) ? id : null);
  return {
    packs: packRows(release, packs, known),
    gtins: gtinRows(release, packs),
    prices: [...packs.values()].flatMap(({ record }) => priceRows(record)),
    components: [...packs.values()].flatMap(({ record }) => componentRows(record)),
    vtms: [...tables.vtms.values()].map((row) => ({
      vtm_id: row.VTMID,
      name: row.NM,
      previous_id: row.VTMIDPREV || null,
      invalid: flag(row.INVALID),
    })),
    vmps: generics.map(({ row, vmp }) => vmpRow(vmp, known("vtms", row.VTMID))),
    vmpps: vmpps.map((row) => vmppRow(vmppOf(row, tables), known("vmps", row.VPID))),
    amps: amps.map((row) => ampRow(ampOf(row, tables), known("vmps", row.VPID))),
    ingredients: distinct(
      generics
        .flatMap(({ vmp }) => (vmp.ingredients ?? []).flatMap((one) => [one, one.base ?? []]))
        .flat(),
    ).map(({ id, name }) => ({ ingredient_id: id, name: name ?? "" })),
    strengths: generics.flatMap(({ vmp }) => (vmp.ingredients ?? []).map(strengthRow(vmp.id))),
    forms: generics.flatMap(({ vmp }) => listed(vmp, vmp.forms, "form_id")),
    routes: generics.flatMap(({ vmp }) => listed(vmp, vmp.routes, "route_id")),
    suppliers: distinct(
      amps.map((row) => ampOf(row, tables).supplier).filter((supplier) => supplier !== undefined),
    ).map(({ id, name }) => ({ supplier_id: id, name: name ?? "" })),
    tariff: tariffRows(release, tables),
  };
}

const distinct = (coded) => [...new Map(coded.map((one) => [one.id, one])).values()];

const listed = ({ id }, list, key) =>
  (list ?? []).map(({ id: code, name }) => ({ vmp_id: id, [key]: code, name: name ?? "" }));

function packRows({ ampp }, packs, known) {
  const rows = new Map();
  for (const { path, row } of ampp)
    if (path === "AMPPS/AMPP" && !rows.has(row.APPID)) rows.set(row.APPID, row);
  const notes = ["PRESCRIB_INFO", "REIMB_INFO"].map((name) => firstOf(ampp, name));
  return [...packs].map(([id, { record }]) => {
    const { APID, VPPID, DISCCD, DISCDT } = rows.get(id);
    const isDiscontinued = Number(DISCCD ?? 0) > 0;
    const { gtin_codes: _, prices, discontinued: __, comb_content: ___, ...rest } = record;
    return {
      ...rest,
      invalid: record.invalid === 1,
      discontinued: isDiscontinued,
      discontinued_date: isDiscontinued ? (DISCDT ?? null) : null,
      current: !isDiscontinued && record.invalid !== 1,
      price_pence: prices.price,
      price_prev_pence: prices.price_prev,
      amp_id: known("amps", APID),
      vmpp_id: known("vmpps", VPPID),
      ...noteColumns(notes[0].get(id) ?? {}, notes[1].get(id) ?? {}),
    };
  });
}

function firstOf(file, name) {
  const found = new Map();
  for (const { path, row } of file)
    if (path.endsWith(`/${name}`) && !found.has(row.APPID)) found.set(row.APPID, row);
  return found;
}

const noteColumns = (prescribing, paid) => ({
  nhs_schedule_1: flag(prescribing.SCHED_1),
  nhs_schedule_2: flag(prescribing.SCHED_2),
  acbs: flag(prescribing.ACBS),
  personally_administered: flag(prescribing.PADM),
  fp10_mda: flag(prescribing.FP10_MDA),
  hospital: flag(prescribing.HOSP),
  nurse_formulary: flag(prescribing.NURSE_F),
  extended_nurse_formulary: flag(prescribing.ENURSE_F),
  dental_formulary: flag(prescribing.DENT_F),
  special_container: Number(paid.SPEC_CONTCD) === 1,
  subpack_special_container: Number(paid.SPEC_CONTCD) === 2,
  broken_bulk: flag(paid.BB),
  discount_not_deducted: Number(paid.DND) === 1,
  discount_not_deducted_if_endorsed: Number(paid.DND) === 2,
});

/** Each period of a GTIN. The latest use has the highest key. */
function gtinRows(release, packs) {
  const rows = [];
  for (const [pack_id, uses] of usesOf(release))
    if (packs.has(pack_id))
      for (const use of uses)
        rows.push({ pack_id, ...use, gtin14: use.gtin.padStart(14, "0"), is_latest: false });
  const current = currentPacks(release, packs);
  const latest = new Map();
  for (const row of rows) {
    const best = latest.get(row.gtin14);
    if (best === undefined || latenessOf(row, current) > latenessOf(best, current))
      latest.set(row.gtin14, row);
  }
  for (const row of latest.values()) row.is_latest = true;
  return rows;
}

function currentPacks(release, packs) {
  const rows = packRows(release, packs, () => null);
  return new Set(rows.filter(({ current }) => current).map(({ pack_id }) => pack_id));
}

const latenessOf = ({ gtin, pack_id, start_date, end_date }, current) =>
  [
    end_date === null ? 1 : 0,
    end_date ?? "",
    start_date,
    current.has(pack_id) ? 1 : 0,
    pack_id.padStart(20, "0"),
    gtin.length,
  ].join("|");

const priceRows = ({ pack_id, prices: { price, price_prev } }) =>
  price === null && price_prev === null
    ? []
    : [{ pack_id, price_pence: price, price_prev_pence: price_prev }];

const componentRows = ({ pack_id, comb_content }) =>
  comb_content.map(({ pack_id: component_id, name }) => ({
    pack_id,
    component_id,
    component_name: name,
  }));

const vmpRow = (vmp, vtm_id) => ({
  vmp_id: vmp.id,
  name: vmp.name,
  vtm_id,
  previous_id: vmp.previous_id ?? null,
  previous_name: vmp.previous_name ?? null,
  invalid: vmp.invalid,
  prescribing_status: vmp.prescribing_status ?? null,
  non_availability: vmp.non_availability ?? null,
  controlled_drug_category: vmp.controlled_drug_category ?? null,
  sugar_free: vmp.sugar_free,
  gluten_free: vmp.gluten_free,
  preservative_free: vmp.preservative_free,
  cfc_free: vmp.cfc_free,
  unit_dose_form: vmp.unit_dose?.form ?? null,
  unit_dose_size: vmp.unit_dose?.size ?? null,
  unit_dose_size_unit: vmp.unit_dose?.unit ?? null,
  unit_dose_unit: vmp.unit_dose?.unit_of_dose ?? null,
  bnf: null,
  atc: null,
});

const vmppRow = (vmpp, vmp_id) => ({
  vmpp_id: vmpp.id,
  name: vmpp.name,
  vmp_id,
  invalid: vmpp.invalid,
  quantity: vmpp.quantity ?? null,
  unit: vmpp.unit ?? null,
});

const ampRow = (amp, vmp_id) => ({
  amp_id: amp.id,
  name: amp.name,
  vmp_id,
  supplier_id: amp.supplier?.id ?? null,
  invalid: amp.invalid,
  licensing_authority: amp.licensing_authority ?? null,
  availability_restriction: amp.availability_restriction ?? null,
  flavour: amp.flavour ?? null,
  parallel_import: amp.parallel_import,
  additional_monitoring: amp.additional_monitoring,
  bnf: null,
});

const strengthRow = (vmp_id) => (one, index) => ({
  vmp_id,
  place: index + 1,
  ingredient_id: one.id,
  basis: one.basis ?? null,
  base_id: one.base?.id ?? null,
  numerator: one.strength?.value ?? null,
  numerator_unit: one.strength?.unit ?? null,
  denominator: one.strength?.denominator_value ?? null,
  denominator_unit: one.strength?.denominator_unit ?? null,
});

/** Each category of a virtual pack once. */
function tariffRows({ vmpp }, { lookup, vmpps }) {
  const rows = new Map();
  for (const { path, row } of vmpp) {
    const category = lookup("DT_PAYMENT_CATEGORY", row?.PAY_CATCD);
    if (path.endsWith("/DTINFO") && category && vmpps.has(row.VPPID))
      rows.set(`${row.VPPID} ${category}`, { vmpp_id: row.VPPID, category });
  }
  return [...rows.values()];
}

/** The number of compared values, and the first differences: rows that one side lacks. */
export function compareTables(expected, folder) {
  const differences = [];
  let values = 0;
  for (const [name, rows] of Object.entries(expected)) {
    const lines = readFileSync(join(folder, `${name}.jsonl`), "utf8")
      .split("\n")
      .slice(0, -1);
    const found = count(lines.map((line) => canonical(JSON.parse(line))));
    for (const row of rows) {
      values += Object.keys(row).length;
      const text = canonical(row);
      const left = found.get(text) ?? 0;
      if (left === 0) differences.push({ name, missing: text });
      else if (left === 1) found.delete(text);
      else found.set(text, left - 1);
    }
    for (const text of found.keys()) differences.push({ name, invented: text });
  }
  return { values, differences };
}

const canonical = (row) => JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)));

function count(texts) {
  const counts = new Map();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

const SHOWN = 5;

function printDifferences(release, folder) {
  const { values, differences } = compareTables(expectedTables(readRelease(release)), folder);
  console.log(
    `${values} values compared with an independent reading of the files, ${differences.length} rows differ`,
  );
  differences.slice(0, SHOWN).forEach((one) => console.log(JSON.stringify(one)));
  if (differences.length > 0) process.exitCode = 1;
}

if (isMainScript(import.meta.url)) main(([release, folder]) => printDifferences(release, folder));
