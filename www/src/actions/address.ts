// The address of what the page shows, for the browser's Back and for bookmarks. It is after the
// `#`, so that no lookup leaves the device.
import type { Answer } from "../lookup/answer.js";
import type { View } from "../state/page.js";
import type { State } from "../state/state.js";

/** What the page shows. */
export type Place =
  | { is: View }
  | { is: "search"; query: string }
  | { is: "pack"; id: string }
  | { is: "code"; code: string }
  | { is: "take"; id: string };

/** The parts of the state that an address shows. */
type Shown = Pick<State, "view" | "answer" | "query" | "stock">;

export function placeOf({ view, answer, query, stock }: Shown): Place {
  if (view === "stock" && stock) return { is: "take", id: stock.take.id };
  if (view !== "look-up") return { is: view };
  if (answer) return placeOfAnswer(answer);
  return query.trim() ? { is: "search", query: query.trim() } : { is: "look-up" };
}

function placeOfAnswer({ outcome }: Answer): Place {
  switch (outcome.is) {
    case "pack":
      return { is: "pack", id: outcome.pack.pack_id };
    case "gone":
      return { is: "pack", id: outcome.packId };
    case "reused":
    case "unknown":
      return { is: "code", code: outcome.scan.gtin };
    case "several":
    case "unreadable":
      return { is: "look-up" };
  }
}

const VIEWS: View[] = ["look-up", "history", "stock", "recalls", "about"];

/** Builds the address of a place: `#/search?q=amlodipine`. */
export function addressOf(place: Place): string {
  switch (place.is) {
    case "search":
      return `#/search?${new URLSearchParams({ q: place.query })}`;
    case "pack":
      return `#/pack/${place.id}`;
    case "code":
      return `#/code/${place.code}`;
    case "take":
      return `#/stock/${place.id}`;
    default:
      return `#/${place.is}`;
  }
}

/** Reports whether an address is of a place, and not of an element of the page such as `#main`. */
export const isPlace = (address: string): boolean => address === "" || address.startsWith("#/");

/** Finds the place of an address. Any other address is the start. */
export function placeAt(address: string): Place {
  const [path = "", parameters] = address.replace(/^#\/?/, "").split("?");
  const [first, value = ""] = path.split("/");
  const query = new URLSearchParams(parameters).get("q")?.trim();
  if (first === "search" && query) return { is: "search", query };
  if (first === "pack" && /^\d{6,18}$/.test(value)) return { is: "pack", id: value };
  // The answer to anything else says what is wrong with it.
  if ((first === "code" || first === "pack") && value) return { is: "code", code: decoded(value) };
  if (first === "stock" && /^[\da-z-]{1,60}$/.test(value)) return { is: "take", id: value };
  return { is: VIEWS.find((view) => view === first) ?? "look-up" };
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** Writes the title of the window: what the page shows, then the name of the page. */
export function titleOf({ view, answer, query, stock }: Shown): string {
  const titles: Partial<Record<View, string>> = {
    history: "History",
    stock: "Stock-take",
    recalls: "Recalled batches",
    about: "About",
  };
  const take = view === "stock" ? stock?.take.name : undefined;
  const what = take ?? titles[view] ?? (answer ? titleOfAnswer(answer) : query.trim());
  return what ? `${what} – Pack Lookup` : "Pack Lookup";
}

function titleOfAnswer({ outcome }: Answer): string {
  switch (outcome.is) {
    case "pack":
      return outcome.pack.name;
    case "gone":
      return outcome.name;
    case "reused":
      return `Re-used code ${outcome.scan.gtin}`;
    case "unknown":
      return `Unknown code ${outcome.code}`;
    case "several":
      return "Several codes";
    case "unreadable":
      return "Unreadable code";
  }
}
