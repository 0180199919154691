// The contents of a pack, as the release records them, to compare with a prescription. Nothing here is advice.
import type { Coded, Concepts, Ingredient, Pack } from "pack-lookup/core";

export interface Medicine {
  /** The substances with their strengths. */
  substances: Substance[];
  /** Form and route: `Tablet, oral`. */
  formAndRoute: string;
  /** Properties that must not be overlooked, such as a controlled drug. */
  cautions: string[];
  /** Other notes of the release. */
  notes: string[];
}

export interface Substance {
  name: string;
  strength: string;
}

/** Returns the contents of a pack, or `undefined` if the release has no concepts for it. */
export function medicineOf(concepts: Concepts | undefined): Medicine | undefined {
  if (!concepts) return undefined;
  const medicine = { substances: substancesOf(concepts), formAndRoute: formAndRouteOf(concepts), cautions: cautionsOf(concepts), notes: notesOf(concepts) };
  return Object.values(medicine).some(({ length }) => length > 0) ? medicine : undefined;
}

function substancesOf({ vmp, vtm }: Concepts): Substance[] {
  const substances = (vmp?.ingredients ?? []).map((ingredient) => ({ name: nameOf(ingredient), strength: strengthOf(ingredient) }));
  return substances.length === 0 && vtm ? [{ name: nameOf(vtm), strength: "" }] : substances;
}

/** Returns the name, or the code if the release has no name. */
const nameOf = ({ id, name }: Coded): string => name ?? String(id);

const strengthOf = ({ strength }: Ingredient): string => (strength ? strengthText(strength) : "");

/** Formats a strength: `250 mg / 5 ml`. A denominator of 1 shows only its unit. */
function strengthText({ value, unit, denominator_value, denominator_unit }: NonNullable<Ingredient["strength"]>): string {
  const amount = [value, unit].filter((part) => part !== undefined).join(" ");
  if (denominator_unit === undefined) return amount;
  return `${amount} / ${denominator_value === undefined || denominator_value === 1 ? "" : `${denominator_value} `}${denominator_unit}`;
}

function formAndRouteOf({ vmp }: Concepts): string {
  const forms = (vmp?.forms ?? []).map(nameOf);
  const routes = (vmp?.routes ?? []).map((route) => nameOf(route).toLowerCase());
  return [...forms, ...routes].join(", ");
}

/** The text with which the release marks a product as not controlled. */
const NOT_CONTROLLED = /^no controlled drug status$/i;

function cautionsOf({ amp, vmp, schedules }: Concepts): string[] {
  const category = vmp?.controlled_drug_category;
  return [
    ...(category && !NOT_CONTROLLED.test(category) ? [`Controlled drug: ${category}`] : []),
    ...(amp?.additional_monitoring ? ["▼ Under additional monitoring"] : []),
    ...(amp?.parallel_import ? ["Parallel import"] : []),
    ...(schedules ?? []),
  ];
}

/** Values that are the norm and are not shown. */
const NORMAL = /^(none|valid as a prescribable product)$/i;

function notesOf({ amp, vmp, vmpp, prescribing_notes }: Concepts): string[] {
  const freeFrom = { "Sugar free": vmp?.sugar_free, "Gluten free": vmp?.gluten_free, "Preservative free": vmp?.preservative_free, "CFC free": vmp?.cfc_free };
  const texts = [amp?.flavour, amp?.availability_restriction, vmp?.prescribing_status, vmp?.non_availability, vmpp?.drug_tariff_category, ...(prescribing_notes ?? [])];
  return [...Object.keys(freeFrom).filter((word) => freeFrom[word as keyof typeof freeFrom]), ...texts.filter((text) => text !== undefined && !NORMAL.test(text))] as string[];
}

export interface Code {
  term: string;
  id: string;
  name: string | undefined;
}

/** The notice for codes from the supplementary release. */
const SUPPLEMENT = "From the supplementary release, which is not an officially endorsed dm+d product";

/** Returns the codes of a pack and its concepts, the nearest first, then classification codes if the data has them. */
export function codesOf({ pack_id, name }: Pick<Pack, "pack_id" | "name">, concepts: Concepts | undefined): Code[] {
  const { amp, vmpp, vmp, vtm } = concepts ?? {};
  const code = (term: string, concept: Coded | undefined) => (concept ? [{ term, id: String(concept.id), name: concept.name }] : []);
  const classes = { "BNF code": vmp?.bnf, "BNF code of this product": amp?.bnf, "ATC code": vmp?.atc };
  const ofSupplement = Object.entries(classes).flatMap(([term, id]) => (id === undefined ? [] : [{ term, id, name: SUPPLEMENT }]));
  return [...code("AMPP code", { id: pack_id, name }), ...code("AMP code", amp), ...code("VMPP code", vmpp), ...code("VMP code", vmp), ...code("VTM code", vtm), ...ofSupplement];
}
