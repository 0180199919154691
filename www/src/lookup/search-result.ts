import type { Available, Found, NoMatch } from "pack-lookup/core";

import { count, number } from "../format.js";
import type { ProductList } from "./products.js";
import { searchWarnings } from "./search-warnings.js";

/** Returns the heading of a result list: the number of packs. */
export function resultTitle({ kind, total, packs }: Found, products?: ProductList): string {
  if (total === 0) return "No pack found";
  if (products) return productsTitle(products);
  const shown = packs.length < total ? `${number(packs.length)} of ${count(total, "pack")}` : count(total, "pack");
  return kind in CONCEPTS ? `${shown} with this ${CONCEPTS[kind as keyof typeof CONCEPTS]} code` : shown;
}

/** The concepts whose codes can have many packs. */
const CONCEPTS = { amp: "AMP", vmpp: "VMPP", vmp: "VMP", vtm: "VTM" };

/** Returns the number of packs after facet filters, and of products. */
function productsTitle({ total, chosen, products }: ProductList): string {
  const packs = chosen < total ? `${number(chosen)} of ${count(total, "pack")}` : count(total, "pack");
  return products > 1 ? `${packs}, ${count(products, "product")}` : packs;
}

/** Returns what screen readers announce: the warnings, the number of packs, and the reason for an empty result. */
export function searchAnnouncement(found: Found, products?: ProductList): { text: string; isWarning: boolean } {
  const warnings = searchWarnings(found).map(({ text }) => text);
  const reason = emptyReason(found);
  const texts = [...warnings, resultTitle(found, products), ...(reason ? [reason] : [])];
  return { text: texts.join(". "), isWarning: texts.length > 1 };
}

/** Returns why a result is empty, or `undefined` if the search gives no reason. */
export function emptyReason({ total, no_match, available }: Found): string | undefined {
  if (total > 0) return undefined;
  return no_match ? REASONS[no_match.reason](no_match.text) : unavailableText(available);
}

const REASONS: Record<NoMatch["reason"], (text: string) => string> = {
  "medicine-not-in-release": (text) => `“${text}” is a medicine that is not in this release`,
  "ambiguous-abbreviation": (text) => `“${text}” can mean more than one medicine or route. Write the full name`,
  "unreadable-exclusion": (text) => `No pack name has “${text}”, so the search cannot exclude it. Check the spelling`,
  "only-exclusions": () => "This search only has words to exclude. Add the name of a medicine",
  "unreadable-quantity": (text) => `“${text}” is not a quantity. Write it like 2.5mg`,
};

/** Each list with its name in the singular and in the plural. */
const PROPERTIES: [keyof Available, string, string][] = [
  ["strengths", "strength", "strengths"],
  ["routes", "route", "routes"],
  ["forms", "form", "forms"],
  // On screens, "release" alone is a release of dm+d.
  ["releases", "type of release", "types of release"],
];

function unavailableText(available: Available): string | undefined {
  const missing = PROPERTIES.filter(([key]) => available[key].length > 0);
  const values = (key: keyof Available) => available[key].join(", ");
  const [first, second] = missing;
  if (!first) return undefined;
  if (!second) return `No pack has this ${first[1]}. Available: ${values(first[0])}`;
  const all = LIST.format(missing.map(([, one]) => one));
  return [`No pack has this ${all} together`, ...missing.map(([key, , many]) => `Available ${many}: ${values(key)}`)].join(". ");
}

const LIST = new Intl.ListFormat("en-GB");
