// Every warning about an answer, with a stable code and a sentence. An answer has them in its
// structure and first in its text.

const BOX = "Check the name on the box.";

/** Names are texts of the release, and no part of the sentence. */
const quoted = (name) => `“${name.replaceAll(/[“”]/g, '"')}”`;

const warning = (code, text) => ({ code, text });

/** Builds the warnings about the data, which every answer has. */
export function dataWarnings({ warning: notice = "", dataset: { date } }, today) {
  const warnings = noticesIn(notice).map((text) => warning(kindOf(text), text.trim()));
  if (date > today)
    warnings.push(
      warning(
        "clock",
        "The release is of a later day than today. The clock of this machine may be wrong.",
      ),
    );
  return warnings;
}

/** How the sentences of the core about its data begin (`src/api/about.rs`), with their codes. */
const OF_DATA = {
  "Demonstration data:": "demonstration",
  "Incomplete data:": "partial",
  "Old data:": "stale",
};

const NEXT_OF_DATA = new RegExp(`(?=${Object.keys(OF_DATA).join("|")})`);

const noticesIn = (notice) => notice.split(NEXT_OF_DATA).filter(Boolean);

const kindOf = (text) => OF_DATA[Object.keys(OF_DATA).find((start) => text.startsWith(start))];

/** Builds a warning if changes since the requested day may be missing. */
export const changeWarnings = ({ complete, before }) =>
  complete
    ? []
    : [
        warning(
          "changes_missing",
          `The history begins with the release of ${before.date}. The changes of that release and earlier ones are not in it.`,
        ),
      ];

/**
 * What the packs of a re-used GTIN are. The core has the same words (`src/concept/reuse.rs`).
 */
const GRADES = {
  "different-medicines": "packs of different medicines",
  "different-strength-or-form": "packs of different strengths or forms",
  "same-product": "packs of one product",
  unknown: "packs, perhaps of different medicines,",
};

/**
 * Builds the warnings about a GTIN. `uses` are all periods in which packs carried it, the latest
 * use first.
 */
export const gtinWarnings = ({ gtin, reuse, uses, scan }, today) => [
  ...expired(scan),
  ...reused(gtin, reuse, uses),
  ...scanWarnings(gtin, scan),
  ...outsidePeriod(gtin, uses[0], today),
  ...notCurrent(packsOf(uses)),
];

/** Builds a warning that names all packs of a re-used GTIN. */
export function reused(gtin, reuse, uses) {
  if (reuse === undefined) return [];
  const names = packsOf(uses).map(({ name, pack_id }) => `${quoted(name)} (AMPP code ${pack_id})`);
  return [
    warning(
      "reused",
      `GTIN ${gtin}: ${names.length} ${GRADES[reuse]} have used this GTIN: ${names.join("; ")}. ${BOX}`,
    ),
  ];
}

/** Lists each pack once. */
const packsOf = (uses) => [...new Map(uses.map(({ pack }) => [pack.pack_id, pack])).values()];

const isOfBox = ({ reason }) => reason === "expired";

/** Builds a warning if the expiry date of a barcode has passed. */
const expired = ({ warnings }) =>
  warnings.filter(isOfBox).map(({ reason, message }) => warning(reason, sentence(message)));

export function scanWarnings(gtin, { warnings }) {
  const ofCode = warnings.filter((one) => !isOfBox(one));
  return ofCode.map(({ reason, message }) =>
    warning(reason, `GTIN ${gtin}: ${scanText(reason, message)}`),
  );
}

/**
 * The core proposes a GTIN for a wrong check digit. Only the box has the right one, so no proposal
 * is passed on.
 */
const scanText = (reason, message) =>
  reason === "wrong_check_digit" ? WRONG_CHECK_DIGIT : `${message}.`;

const WRONG_CHECK_DIGIT = "its check digit is wrong. Read the number again from the box.";

/** Builds a warning if a pack no longer carries the GTIN, or does not carry it yet. */
export function outsidePeriod(gtin, use, today) {
  if (use?.end_date && use.end_date < today)
    return [
      warning("ended", `GTIN ${gtin}: the pack used this GTIN until ${use.end_date}. ${BOX}`),
    ];
  if (use && use.start_date > today)
    return [
      warning(
        "not_begun",
        `GTIN ${gtin}: the pack does not use this GTIN until ${use.start_date}. ${BOX}`,
      ),
    ];
  return [];
}

/** Builds a warning that names the packs that are discontinued or invalid. */
export function notCurrent(packs) {
  const names = packs
    .filter(({ status }) => !status.current)
    .map(({ name, status }) => `${quoted(name)} (${statusText(status)})`);
  return names.length > 0 ? [warning("not_current", `Not current: ${names.join("; ")}.`)] : [];
}

function statusText({ discontinued, discontinued_date: day, invalid }) {
  const parts = [];
  if (discontinued) parts.push(day ? `discontinued on ${day}` : "discontinued, date not recorded");
  if (invalid) parts.push("invalid");
  return parts.join(", ");
}

/**
 * Says why a GTIN has no pack, in a sentence. The reason of the core for a wrong check
 * digit has the right digit, so it is not passed on.
 */
export const unknownText = ({ reason, message }) =>
  reason === "wrong_check_digit" ? UNKNOWN : sentence(message);

const UNKNOWN = "No pack of this release has carried this GTIN.";

/** Builds a warning that a GTIN has no pack. A wrong check digit is a separate warning. */
export function unknownGtin(entry) {
  const code = entry.reason === "wrong_check_digit" ? "unknown_gtin" : entry.reason;
  return warning(code, `GTIN ${entry.code}: ${unknownText(entry)}`);
}

/** Writes a message of the core as a sentence. */
export const sentence = (message) => `${message[0].toUpperCase()}${message.slice(1)}.`;

/** Makes a warning if filters removed packs, so that nobody takes the answer for a complete one. */
export function filterWarnings({ total, unfiltered }, filters) {
  if (total === unfiltered) return [];
  const asked = filters.join(", ");
  return [warning("filtered", `The filters (${asked}) keep ${total} of ${unfiltered} packs.`)];
}

/** Builds the warnings about how a query was read, or why it has no result. */
export const searchWarnings = ({
  corrections,
  relaxed,
  available,
  no_match: reason,
  notices,
  total,
}) => [
  ...corrections.map(corrected),
  ...notices.map(told),
  ...(relaxed ? [warning("partial_match", `No exact match. ${BOX}`)] : []),
  ...(reason ? [warning(reason.reason, NO_MATCH[reason.reason](reason.text))] : []),
  ...notAvailable(available),
  ...(total === 0
    ? [
        warning(
          "no_packs",
          "No pack of this release matches the query. That does not mean that there is no such medicine.",
        ),
      ]
    : []),
];

function corrected({ from, to }) {
  if (to.length === 0)
    return warning(
      "ignored",
      `No exact match. Ignored: "${from}". An ignored word may be a medicine. ${BOX}`,
    );
  return warning("corrected", `No exact match. "${from}" was read as ${to.join(" or ")}. ${BOX}`);
}

const told = ({ notice, from, to }) => warning(notice, NOTICES[notice](from, to.join(" or ")));

const NOTICES = {
  "former-name": (from, to) => `"${from}" is the former name of ${to}.`,
  "other-name": (from, to) => `"${from}" is another name of ${to}.`,
  "some-with-further-substances": () =>
    "Some of these packs, the last ones, have substances that the query does not name.",
  "all-with-further-substances": () =>
    "Each of these packs has substances that the query does not name.",
};

/** The sentences of the command line (`src/command_line/table.rs`). */
const NO_MATCH = {
  "medicine-not-in-release": (text) => `This release has no medicine "${text}".`,
  "ambiguous-abbreviation": (text) =>
    `"${text}" can mean more than one medicine or route. Use the full name.`,
  "unreadable-exclusion": (text) =>
    `"${text}" cannot be excluded: no pack name has it. Check the spelling.`,
  "only-exclusions": () => "The query only excludes. Add the name of a medicine.",
  "unreadable-quantity": (text) => `"${text}" is not a quantity. Write it like 2.5mg.`,
  "unreadable-route": (text) => `"${text}" is no route. Write it like oral or intravenous.`,
  "similar-medicines": (text) =>
    `"${text}" is misspelt, and may be more than one medicine. Write the whole name.`,
  "several-medicines": (text) => `No pack has all of these medicines: ${text}.`,
};

function notAvailable(available) {
  const parts = Object.entries(available).filter(([, values]) => values.length > 0);
  if (parts.length === 0) return [];
  const lists = parts.map(([property, values]) => `${property}: ${values.join(", ")}`);
  return [
    warning(
      "not_available",
      `No pack has the strength, route, form or release of the query. The medicine has other ${lists.join("; ")}.`,
    ),
  ];
}

/** Builds a warning for each concept that the release marks as invalid. */
export function invalidConcepts(concepts) {
  const invalid = Object.entries(concepts).filter(([, concept]) => concept.invalid);
  return invalid.map(([level, { id, name = id }]) =>
    warning(
      "invalid_concept",
      `The release marks the ${level.toUpperCase()} ${quoted(name)} as invalid.`,
    ),
  );
}
