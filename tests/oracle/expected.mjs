// Computes the expected result for each pack of a release: the record of the specification and the
// concepts above it. It is slow and simple on purpose: maps of rows, and no code shared with the
// product.

/** The rows of a release by their codes, and the meanings of its lookup tables. */
export function tablesOf(release) {
  const lookup = meaningsOf(release.lookup);
  const concepts = conceptsOf(release, lookup);
  const names = new Map(
    rows(release.ampp, "AMPPS/AMPP")
      .map((row) => [row.APPID, row.NM])
      .reverse(),
  );
  return {
    lookup,
    names,
    gtins: gtinsOf(release.gtin),
    prices: byFirst(rows(release.ampp, "MEDICINAL_PRODUCT_PRICE/PRICE_INFO"), "APPID"),
    children: grouped(rows(release.ampp, "COMB_CONTENT/CCONTENT"), "PRNTAPPID"),
    notes: byFirst(rows(release.ampp, "DRUG_PRODUCT_PRESCRIB_INFO/PRESCRIB_INFO"), "APPID"),
    paid: byFirst(rows(release.ampp, "REIMBURSEMENT_INFO/REIMB_INFO"), "APPID"),
    ...concepts,
  };
}

/** The record and the concepts of each pack, by its code. Ids are texts. */
export function expectedOf(release) {
  const tables = tablesOf(release);
  const packs = byFirst(rows(release.ampp, "AMPPS/AMPP"), "APPID");
  return new Map(
    [...packs].map(([id, row]) => [id, { record: recordOf(row, tables), dmd: dmdOf(row, tables) }]),
  );
}

/** The GTINs of each pack, by its code. */
export const usesOf = (release) => gtinsOf(release.gtin);

/**
 * A function from the row of a pack to what grades re-use: product, moiety and substances.
 * Unknown parts are undefined.
 */
export function medicineOf(release) {
  const { vtms, vmps, vmpps, amps, ingredients } = conceptsOf(release);
  return ({ VPPID, APID }) => {
    const vmp = vmps.get(vmpps.get(VPPID)?.VPID) ?? vmps.get(amps.get(APID)?.VPID);
    const substances = [
      ...new Set((ingredients.get(vmp?.VPID) ?? []).map(({ ISID }) => ISID)),
    ].sort();
    return (
      vmp && {
        vmp: vmp.VPID,
        vtm: vtms.get(vmp.VTMID)?.VTMID,
        substances: substances.join() || undefined,
      }
    );
  };
}

const rows = (file, path) => file.filter((one) => one.path === path).map(({ row }) => row);

const byFirst = (list, column) => new Map(list.map((row) => [row[column], row]).reverse());

const grouped = (list, column) => Map.groupBy(list, (row) => row[column]);

/** Normalises a code. Releases write `0001`, `1`, …; only the number counts. */
const code = (text) => (/^\d+$/.test(text ?? "") ? String(BigInt(text)) : undefined);

function meaningsOf(file) {
  const sections = new Map();
  for (const { path, row } of [...file].reverse()) {
    const section = path.split("/")[0];
    if (!sections.has(section)) sections.set(section, new Map());
    sections.get(section).set(code(row.CD), row.DESC);
  }
  return (section, text) =>
    text === undefined ? undefined : sections.get(section)?.get(code(text)) || undefined;
}

/** The GTINs of a file: 13 or 14 digits with a first day. Other rows are not GTINs. */
function gtinsOf(file) {
  const found = new Map();
  for (const { groups } of file.filter((one) => one.groups)) {
    let pack;
    for (const child of groups) {
      if (child.name === "AMPPID") pack = child.text;
      if (child.name === "GTINDATA") rowsOfGroup(child).forEach((row) => push(found, pack, row));
    }
  }
  return found;
}

const push = (map, key, value) => map.set(key, [...(map.get(key) ?? []), value]);

function rowsOfGroup({ children }) {
  const found = [{}];
  for (const { name, text } of children) {
    if (name in found.at(-1)) found.push({});
    found.at(-1)[name] = text;
  }
  return found
    .filter(({ GTIN, STARTDT }) => /^(\d{13}|\d{14})$/.test(GTIN ?? "") && STARTDT)
    .map(({ GTIN, STARTDT, ENDDT }) => ({
      gtin: GTIN,
      start_date: STARTDT,
      end_date: ENDDT || null,
    }));
}

/**
 * Sorts the oldest first: by first day, closed before open, last day, number, then 13 digits before
 * 14.
 */
const oldestFirst = (a, b) =>
  order(a.start_date, b.start_date) ||
  order(a.end_date ?? "9999-99-99", b.end_date ?? "9999-99-99") ||
  order(BigInt(a.gtin), BigInt(b.gtin)) ||
  order(a.gtin.length, b.gtin.length);

function order(a, b) {
  if (a < b) return -1;
  return a > b ? 1 : 0;
}

function recordOf(row, { lookup, names, gtins, prices, children, vmpps, vmps }) {
  const generic = vmpps.get(row.VPPID);
  const isDiscontinued = code(row.DISCCD) !== undefined && code(row.DISCCD) !== "0";
  return {
    pack_id: row.APPID,
    name: row.NM,
    // A missing name is replaced by the closest one that exists.
    generic_pack_name: generic?.NM ?? row.NM,
    generic_product_name: vmps.get(generic?.VPID)?.NM ?? generic?.NM ?? row.NM,
    url: `/med/ampp/ampp/${slug(row.NM)}-${row.APPID}`,
    short_name: row.ABBREVNM ?? null,
    subpack: row.SUBP ?? null,
    legal_category: lookup("LEGAL_CATEGORY", row.LEGAL_CATCD),
    ...(isDiscontinued && row.DISCDT && { discontinued: lookup("DISCONTINUED_IND", row.DISCCD) }),
    discontinued_date: isDiscontinued ? (row.DISCDT ?? null) : null,
    gtin_codes: [...(gtins.get(row.APPID) ?? [])].sort(oldestFirst),
    prices: priceOf(prices.get(row.APPID)),
    invalid: code(row.INVALID) === "1" ? 1 : null,
    comb_content: (children.get(row.APPID) ?? [])
      .filter(({ CHLDAPPID }) => names.has(CHLDAPPID))
      .map(({ CHLDAPPID }) => ({ pack_id: CHLDAPPID, name: names.get(CHLDAPPID) })),
  };
}

function priceOf(row) {
  const pence = (text) => (text === undefined ? null : Number(text));
  const isNone = row === undefined || (pence(row.PRICE) === 0 && code(row.PRICE_BASISCD) !== "1");
  return { price: isNone ? null : pence(row.PRICE), price_prev: pence(row?.PRICE_PREV) };
}

const slug = (name) =>
  name
    .normalize("NFKD")
    .replace(/[^\x00-\x7f]/g, "")
    .toLowerCase()
    .replace(/[^\w\s-]/g, "")
    .replace(/[-\s]+/g, "-")
    .replace(/^[-_]+|[-_]+$/g, "");

function conceptsOf({ vtm, vmp, vmpp, amp, ingredient }) {
  return {
    vtms: byFirst(rows(vtm, "VTM"), "VTMID"),
    vmps: byFirst(rows(vmp, "VMPS/VMP"), "VPID"),
    vmpps: byFirst(rows(vmpp, "VMPPS/VMPP"), "VPPID"),
    amps: byFirst(rows(amp, "AMPS/AMP"), "APID"),
    substances: byFirst(rows(ingredient, "ING"), "ISID"),
    ingredients: grouped(rows(vmp, "VIRTUAL_PRODUCT_INGREDIENT/VPI"), "VPID"),
    forms: grouped(rows(vmp, "DRUG_FORM/DFORM"), "VPID"),
    routes: grouped(rows(vmp, "DRUG_ROUTE/DROUTE"), "VPID"),
    controlled: byFirst(rows(vmp, "CONTROL_DRUG_INFO/CONTROL_INFO"), "VPID"),
    tariffs: byFirst(rows(vmpp, "DRUG_TARIFF_INFO/DTINFO"), "VPPID"),
  };
}

/**
 * The concepts as `include=dmd` has them: missing values are absent, flags are always
 * present.
 */
function dmdOf(row, tables) {
  const amp = tables.amps.get(row.APID);
  const vmpp = tables.vmpps.get(row.VPPID);
  const vmp = tables.vmps.get(vmpp?.VPID) ?? tables.vmps.get(amp?.VPID);
  const vtm = tables.vtms.get(vmp?.VTMID);
  const notes = tables.notes.get(row.APPID) ?? {};
  const flagged = (texts) =>
    Object.entries(texts)
      .filter(([column]) => code(notes[column]) === "1")
      .map(([, text]) => text);
  return withoutMissing({
    amp: amp && ampOf(amp, tables),
    vmpp: vmpp && vmppOf(vmpp, tables),
    vmp: vmp && vmpOf(vmp, tables),
    vtm:
      vtm &&
      withoutMissing({
        id: vtm.VTMID,
        name: vtm.NM,
        previous_id: vtm.VTMIDPREV,
        invalid: flag(vtm.INVALID),
      }),
    schedules: flagged(SCHEDULES),
    prescribing_notes: flagged(PRESCRIBING),
    reimbursement_notes: reimbursementNotes(tables.paid.get(row.APPID)),
  });
}

const SCHEDULES = {
  SCHED_1: "Schedule 1 of the NHS prescription regulations: not to be prescribed on the NHS",
  SCHED_2: "Schedule 2 of the NHS prescription regulations: only for the listed conditions (SLS)",
};
/** The notes on how a pack is paid for, in the order of the interface. */
function reimbursementNotes(row = {}) {
  const notes = [
    ["Special container", Number(row.SPEC_CONTCD) === 1],
    ["Sub-pack is a special container", Number(row.SPEC_CONTCD) === 2],
    ["Broken bulk", Number(row.BB) === 1],
    ["Discount not deducted - automatic", Number(row.DND) === 1],
    ["Discount not deducted - endorsement required", Number(row.DND) === 2],
  ].filter(([, applies]) => applies);
  return notes.length > 0 ? notes.map(([text]) => text) : undefined;
}

const PRESCRIBING = {
  ACBS: "ACBS",
  PADM: "Personally administered",
  FP10_MDA: "FP10 MDA",
  HOSP: "Hospital",
  NURSE_F: "Nurse formulary",
  ENURSE_F: "Nurse extended formulary",
  DENT_F: "Dental formulary",
};

/** Removes missing values. */
const withoutMissing = (fields) =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) =>
        value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0),
    ),
  );

export const flag = (text) => code(text) === "1";

const number = (text) => (text === undefined ? undefined : Number(text));

export const ampOf = (row, { lookup }) =>
  withoutMissing({
    id: row.APID,
    name: row.NM,
    invalid: flag(row.INVALID),
    supplier: row.SUPPCD && coded(lookup, "SUPPLIER", row.SUPPCD),
    licensing_authority: lookup("LICENSING_AUTHORITY", row.LIC_AUTHCD),
    availability_restriction: lookup("AVAILABILITY_RESTRICTION", row.AVAIL_RESTRICTCD),
    flavour: lookup("FLAVOUR", row.FLAVOURCD),
    parallel_import: flag(row.PARALLEL_IMPORT),
    additional_monitoring: flag(row.EMA),
  });

const coded = (lookup, section, id) => withoutMissing({ id, name: lookup(section, id) });

export const vmppOf = (row, { lookup, tariffs }) =>
  withoutMissing({
    id: row.VPPID,
    name: row.NM,
    invalid: flag(row.INVALID),
    ...amountOf(row.QTYVAL, row.QTY_UOMCD, lookup, ["quantity", "unit"]),
    drug_tariff_category: lookup("DT_PAYMENT_CATEGORY", tariffs.get(row.VPPID)?.PAY_CATCD),
  });

export const vmpOf = (row, { lookup, forms, routes, ingredients, substances, controlled }) =>
  withoutMissing({
    id: row.VPID,
    name: row.NM,
    previous_id: row.VPIDPREV,
    previous_name: row.NMPREV,
    invalid: flag(row.INVALID),
    forms: (forms.get(row.VPID) ?? []).map(({ FORMCD }) => coded(lookup, "FORM", FORMCD)),
    routes: (routes.get(row.VPID) ?? []).map(({ ROUTECD }) => coded(lookup, "ROUTE", ROUTECD)),
    ingredients: (ingredients.get(row.VPID) ?? []).map((one) =>
      ingredientOf(one, lookup, substances),
    ),
    controlled_drug_category: lookup("CONTROL_DRUG_CATEGORY", controlled.get(row.VPID)?.CATCD),
    prescribing_status: lookup("VIRTUAL_PRODUCT_PRES_STATUS", row.PRES_STATCD),
    sugar_free: flag(row.SUG_F),
    gluten_free: flag(row.GLU_F),
    preservative_free: flag(row.PRES_F),
    cfc_free: flag(row.CFC_F),
    unit_dose: unlessEmpty(
      withoutMissing({
        form: lookup("DF_INDICATOR", row.DF_INDCD),
        ...amountOf(row.UDFS, row.UDFS_UOMCD, lookup, ["size", "unit"]),
        unit_of_dose: lookup("UNIT_OF_MEASURE", row.UNIT_DOSE_UOMCD),
      }),
    ),
    non_availability: lookup("VIRTUAL_PRODUCT_NON_AVAIL", row.NON_AVAILCD),
  });

const unlessEmpty = (fields) => (Object.keys(fields).length > 0 ? fields : undefined);

function ingredientOf(row, lookup, substances) {
  const numerator = amountOf(row.STRNT_NMRTR_VAL, row.STRNT_NMRTR_UOMCD, lookup, ["value", "unit"]);
  const denominator = amountOf(row.STRNT_DNMTR_VAL, row.STRNT_DNMTR_UOMCD, lookup, [
    "denominator_value",
    "denominator_unit",
  ]);
  const strength = numerator.value === undefined ? {} : { ...numerator, ...denominator };
  const substance = (id) => withoutMissing({ id, name: substances.get(id)?.NM });
  const basis = lookup("BASIS_OF_STRNTH", row.BASIS_STRNTCD);
  return withoutMissing({
    ...substance(row.ISID),
    strength: unlessEmpty(strength),
    basis,
    base: row.BS_SUBID && substance(row.BS_SUBID),
  });
}

/** A number and its unit. A number without a known unit is ignored. */
function amountOf(value, unitCode, lookup, [valueKey, unitKey]) {
  const unit = lookup("UNIT_OF_MEASURE", unitCode);
  return value === undefined || !unit ? {} : { [valueKey]: number(value), [unitKey]: unit };
}
