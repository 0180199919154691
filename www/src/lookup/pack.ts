// How a pack is shown: the parts of its name, its status, the expiry date of the scanned box, and
// the contents as the release records them. Nothing here is advice.
import type { Coded, Concepts, Ingredient, Pack } from "pack-lookup/core";

import { daysBetween, duration, longDate } from "../common/format.js";
import type { PossibleStatus } from "./outcome.js";

/** The parts of a pack's name, for layout only. Joined, they are the name. */
export interface NameParts {
  product: string;
  supplier?: string;
  size?: string;
}

/**
 * Splits a name into product, supplier in parentheses, and size. A supplier's name can contain
 * parentheses.
 */
export function nameParts(name: string): NameParts {
  const isSupplier = ({ start, end }: Span) =>
    /^\([A-Za-z]/.test(name.slice(start)) && /^ \d/.test(name.slice(end));
  const supplier = outerParentheses(name).filter(isSupplier).at(-1);
  if (!supplier || supplier.start === 0) return { product: name };
  return {
    product: name.slice(0, supplier.start - 1),
    supplier: name.slice(supplier.start + 1, supplier.end - 1),
    size: name.slice(supplier.end + 1),
  };
}

interface Span {
  start: number;
  end: number;
}

function outerParentheses(text: string): Span[] {
  const spans: Span[] = [];
  let [depth, start] = [0, 0];
  for (const { 0: parenthesis, index } of text.matchAll(/[()]/g)) {
    if (parenthesis === "(" && depth++ === 0) start = index;
    if (parenthesis === ")" && --depth === 0) spans.push({ start, end: index + 1 });
  }
  return spans;
}

export type Tone = "plain" | "caution" | "danger";

export interface Status {
  tone: Tone;
  text: string;
}

export function statusText(status: PossibleStatus): Status {
  if (!status)
    return { tone: "plain", text: "The server does not report whether the pack is current" };
  const { current, invalid, discontinued, discontinued_date } = status;
  if (current) return { tone: "plain", text: "Listed as current in dm+d" };
  const since = discontinued_date ? `on ${longDate(discontinued_date)}` : "(no date recorded)";
  const parts = [
    ...(invalid ? ["marked invalid in dm+d"] : []),
    ...(discontinued ? [`discontinued ${since}`] : []),
  ];
  const text = parts.join(", ");
  return { tone: "caution", text: `${text.charAt(0).toUpperCase()}${text.slice(1)}` };
}

/** An expiry date within this time is worth a caution. */
const SOON_DAYS = 30;

/** How long a box may be used. */
interface ExpiryStatus extends Status {
  /** The same without the date, for a place next to it. */
  short: string;
}

export function expiryStatus(expiry: string, today: string): ExpiryStatus {
  const left = daysBetween(today, expiry);
  const day = longDate(expiry);
  if (left === 0) return { tone: "caution", short: "Expires today", text: `Expires today, ${day}` };
  const short = left < 0 ? `Expired ${duration(-left)} ago` : `Expires in ${duration(left)}`;
  return { tone: expiryTone(left), short, text: `${short}, on ${day}` };
}

function expiryTone(daysLeft: number): Status["tone"] {
  if (daysLeft < 0) return "danger";
  return daysLeft <= SOON_DAYS ? "caution" : "plain";
}

/** The contents of a pack, to compare with a prescription. */
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

/** Finds the contents of a pack, or `undefined` if the release has no concepts for it. */
export function medicineOf(concepts: Concepts | undefined): Medicine | undefined {
  if (!concepts) return undefined;
  const medicine = {
    substances: substancesOf(concepts),
    formAndRoute: formAndRouteOf(concepts),
    cautions: cautionsOf(concepts),
    notes: notesOf(concepts),
  };
  return Object.values(medicine).some(({ length }) => length > 0) ? medicine : undefined;
}

function substancesOf({ vmp, vtm }: Concepts): Substance[] {
  const substances = (vmp?.ingredients ?? []).map((ingredient) => ({
    name: nameOf(ingredient),
    strength: strengthOf(ingredient),
  }));
  return substances.length === 0 && vtm ? [{ name: nameOf(vtm), strength: "" }] : substances;
}

/** Finds the name, or the code if the release has no name. */
const nameOf = ({ id, name }: Coded): string => name ?? id;

function strengthOf({ strength, basis, base }: Ingredient): string {
  if (!strength) return "";
  const isOfBase = base !== undefined || (basis !== undefined && OF_BASE.test(basis));
  return isOfBase
    ? `${strengthText(strength)} as ${base?.name ?? "the base"}`
    : strengthText(strength);
}

/** The basis of a strength that refers to the base, not to its salt. */
const OF_BASE = /^based on base substance$/i;

/** Formats a strength: `250 mg / 5 ml`. A denominator of 1 shows only its unit. */
function strengthText({
  value,
  unit,
  denominator_value,
  denominator_unit,
}: NonNullable<Ingredient["strength"]>): string {
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

function cautionsOf({ amp, vmpp, vmp, vtm, schedules }: Concepts): string[] {
  const category = vmp?.controlled_drug_category;
  const concepts = {
    "product (AMP)": amp,
    "generic pack (VMPP)": vmpp,
    "generic product (VMP)": vmp,
    "moiety (VTM)": vtm,
  };
  const invalid = Object.entries(concepts).filter(([, concept]) => concept?.invalid);
  return [
    ...(category && !NOT_CONTROLLED.test(category) ? [`Controlled drug: ${category}`] : []),
    ...(amp?.additional_monitoring ? ["▼ Under additional monitoring"] : []),
    ...(amp?.parallel_import ? ["Parallel import"] : []),
    ...(schedules ?? []),
    ...invalid.map(([title]) => `dm+d marks the ${title} as invalid`),
  ];
}

/** Values that are the norm and are not shown. */
const NORMAL = /^(none|valid as a prescribable product)$/i;

function notesOf({ amp, vmp, vmpp, prescribing_notes, reimbursement_notes }: Concepts): string[] {
  const freeFrom = {
    "Sugar free": vmp?.sugar_free,
    "Gluten free": vmp?.gluten_free,
    "Preservative free": vmp?.preservative_free,
    "CFC free": vmp?.cfc_free,
  };
  const texts = [
    amp?.flavour,
    amp?.availability_restriction,
    vmp?.prescribing_status,
    vmp?.non_availability,
    vmpp?.drug_tariff_category,
    ...(prescribing_notes ?? []),
    ...(reimbursement_notes ?? []),
  ];
  return [
    ...Object.keys(freeFrom).filter((word) => freeFrom[word as keyof typeof freeFrom]),
    ...texts.filter((text) => text !== undefined && !NORMAL.test(text)),
  ] as string[];
}

export interface Code {
  term: string;
  id: string;
  name: string | undefined;
}

/** The notice for codes from the supplementary release. */
const SUPPLEMENT =
  "From the supplementary release, which is not an officially endorsed dm+d product";

/**
 * Finds the codes of a pack and its concepts, the nearest first, then classification codes if the
 * data has them.
 */
export function codesOf(
  { pack_id, name }: Pick<Pack, "pack_id" | "name">,
  concepts: Concepts | undefined,
): Code[] {
  const { amp, vmpp, vmp, vtm } = concepts ?? {};
  const code = (term: string, concept: Coded | undefined) =>
    concept ? [{ term, id: concept.id, name: concept.name }] : [];
  const classes = {
    "BNF code": vmp?.bnf,
    "BNF code of this product": amp?.bnf,
    "ATC code": vmp?.atc,
  };
  const ofSupplement = Object.entries(classes).flatMap(([term, id]) =>
    id === undefined ? [] : [{ term, id, name: SUPPLEMENT }],
  );
  return [
    ...code("AMPP code", { id: pack_id, name }),
    ...code("AMP code", amp),
    ...code("VMPP code", vmpp),
    ...code("VMP code", vmp),
    ...code("VTM code", vtm),
    ...ofSupplement,
  ];
}
