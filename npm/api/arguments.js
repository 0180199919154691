// The arguments of each method, checked, in a form that can also be sent to a worker. The worker
// checks them again.
import * as check from "./check.js";

/**
 * By method: returns the checked arguments. Throws a `TypeError` or a `RangeError` with a `reason`.
 */
export const checkedArguments = {
  verify: () => [],
  gtin: (code) => [check.code(code)],
  gtinJson: (code) => [check.code(code)],
  lookupMany: (codes) => [check.codes(codes)],
  pack: (packId) => [check.id(packId)],
  uses(code, options) {
    const { on } = check.options(options, ["on"], "uses");
    return [check.code(code), on === undefined ? {} : { on: check.day(on, "on") }];
  },
  reuse: (code) => [check.code(code)],
  search(text, options) {
    const {
      limit = 20,
      offset = 0,
      current = false,
      sort = "relevance",
      filters,
      ...grouping
    } = check.options(options, optionsOfSearch(options), "search");
    const page = { limit: check.limit(limit), offset: check.offset(offset) };
    return [
      check.query(text),
      {
        ...page,
        current: check.flag(current, "current"),
        sort: check.choice(sort, "sort", ["name", "relevance"]),
        filters: check.filters(filters),
        ...groupingOf(grouping),
      },
    ];
  },
  filters(text, options) {
    const { current = false, filters } = check.options(options, ["current", "filters"], "filters");
    return [
      text === undefined ? undefined : check.query(text),
      { current: check.flag(current, "current"), filters: check.filters(filters) },
    ];
  },
  concepts: (code) => [check.concept(code)],
  packsOf(code, options) {
    const {
      limit = 20,
      offset = 0,
      current = false,
    } = check.options(options, ["limit", "offset", "current"], "packsOf");
    const page = { limit: check.limit(limit), offset: check.offset(offset) };
    return [check.concept(code), { ...page, current: check.flag(current, "current") }];
  },
  checkList(codes, options) {
    const { since } = check.options(options, ["since"], "checkList");
    return [
      check.listedCodes(codes),
      since === undefined ? {} : { since: check.day(since, "since") },
    ];
  },
  changes(options) {
    const {
      since,
      kind = [],
      code = [],
      limit = 100,
      offset = 0,
    } = check.options(options, ["since", "kind", "code", "limit", "offset"], "changes");
    return [
      {
        ...(since !== undefined && { since: check.day(since, "since") }),
        kind: check.changeKinds(kind),
        code: check.changedCodes(code),
        limit: check.changesLimit(limit),
        offset: check.offset(offset),
      },
    ];
  },
  status: (packId) => [check.id(packId)],
  suggest(text, options) {
    const { limit = 8 } = check.options(options, ["limit"], "suggest");
    return [check.query(text), { limit: check.limit(limit) }];
  },
  describe: (text) => [check.query(text)],
  scan(text, options) {
    const { today = new Date() } = check.options(options, ["today"], "scan");
    return [check.scanned(text), { today: check.day(today, "today") }];
  },
  tryScan: (text, options) => checkedArguments.scan(text, options),
  respond: (request) => [check.requestParts(request)],
};

const FACETS = ["strength", "form", "supplier"];

/**
 * Finds the names of the options that a search accepts. Facet filters are options only with
 * `groupBy`, because they would have no effect without it.
 */
function optionsOfSearch(options) {
  const grouping = options?.groupBy === undefined ? [] : FACETS;
  return ["limit", "offset", "current", "sort", "filters", "groupBy", ...grouping];
}

/** Finds the grouping options, with the values of each facet as an array. */
function groupingOf({ groupBy, ...filters }) {
  if (groupBy === undefined) return {};
  check.choice(groupBy, "groupBy", ["product"]);
  const selected = FACETS.map((facet) => [
    facet,
    filters[facet] === undefined ? [] : check.facetValues(filters[facet], facet),
  ]);
  return { groupBy, ...Object.fromEntries(selected) };
}
