// The problem types of the OpenAPI document. A test compares reasons, types and titles with the tables of the core (src/api) and of the hosts
// (npm/serve).

/** By the last part of `type`: status, title, and the meaning of each `reason`. */
export const problems = {
  "bad-gtin": {
    status: 400,
    title: "Not a GTIN of 13 or 14 digits",
    reasons: {
      not_digits: "The code has something else than the digits 0 to 9.",
      bad_length: "The code has neither 13 nor 14 digits. GTINs of 8 or 12 digits take zeros in front; `detail` spells it out.",
    },
  },
  "bad-code": {
    status: 400,
    title: "Not a code of dm+d",
    reasons: {
      code_not_digits: "The code has something else than the digits 0 to 9, or begins with 0.",
      bad_code_length: "The code has fewer than 6 or more than 18 digits.",
    },
  },
  "bad-parameter": {
    status: 400,
    title: "A parameter is missing or invalid",
    reasons: {
      codes_missing: "`codes` is asked for.",
      codes_blank: "`codes` holds nothing.",
      too_many_codes: "`codes` has more than 100 codes.",
      q_missing: "`q` is asked for.",
      q_blank: "`q` holds nothing but spaces.",
      q_too_long: "`q` has more than 200 characters.",
      bad_limit: "`limit` is no whole number from 1 to 100.",
      bad_offset: "`offset` is no whole number from 0 to 999,999,999.",
      bad_current: "`current` is neither `true` nor `false`.",
      bad_sort: "`sort` is neither `name` nor `relevance`.",
      bad_format: "`format` is something else than `json`.",
      bad_ids: "`ids` is neither `number` nor `string`.",
      bad_include: "`include` is something else than `dmd`.",
      repeated: "A parameter is given more than once, and nobody should guess which one counts.",
    },
  },
  "bad-encoding": {
    status: 400,
    title: "The request is not UTF-8",
    reasons: { bad_utf8: "Path or query, percent-decoded, is not UTF-8." },
  },
  "unknown-gtin": {
    status: 404,
    title: "No pack has carried this GTIN",
    reasons: {
      unknown_gtin: "No pack of this release has carried the GTIN; its check digit is correct.",
      wrong_check_digit: "The same, and its check digit is wrong: it may be mistyped. `expected_check_digit` has the right one.",
    },
  },
  "unknown-code": {
    status: 404,
    title: "No concept of this kind has this code",
    reasons: {
      unknown_code: "No concept of this release has the code; its check digit is correct.",
      wrong_code_check_digit: "The same, and its check digit is wrong: it may be mistyped. `expected_check_digit` has the right one.",
      other_kind: "It is the code of a concept of another kind: `kind` says which, and `path` and `Link: rel=\"alternate\"` lead to it.",
    },
  },
  "no-concepts": {
    status: 404,
    title: "This dataset has no concepts",
    reasons: { no_concepts: "The data that are served were made without the concepts of dm+d; packs and GTINs are told as ever." },
  },
  "unknown-path": {
    status: 404,
    title: "Unknown path",
    reasons: { unknown_path: "`detail` lists the paths." },
  },
  "method-not-allowed": {
    status: 405,
    title: "The interface is read-only",
    reasons: { method_not_allowed: "Ask with GET, HEAD or OPTIONS; `Allow` says so too." },
  },
  "target-too-long": {
    status: 414,
    title: "The address is too long",
    reasons: { target_too_long: "Path and query have more characters than the server takes; only `pack-lookup serve` answers so." },
  },
  "internal-error": {
    status: 500,
    title: "The service failed",
    reasons: { internal_error: "This request could not be answered; others are not affected." },
  },
};

export const PREFIX = "urn:pack-lookup:problem:";

export const reasonsOf = (kinds) => kinds.flatMap((kind) => Object.keys(problems[kind].reasons));

/** Returns the problem types of a status. */
export const kindsOf = (status) => Object.keys(problems).filter((kind) => problems[kind].status === status);
