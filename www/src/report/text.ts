// The text of a report: labelled lines in a fixed order, which a program can read.
// docs/reporting.md describes the format.
import type { Scan } from "pack-lookup/core";

import { count } from "../common/format.js";
import type { Answer } from "../lookup/answer.js";
import { type Choice, type Outcome, type PackFound, reuseMessage } from "../lookup/outcome.js";
import { statusText } from "../lookup/pack.js";
import { boxOf } from "../lookup/printed.js";
import { type Draft, MAX_BOX_LENGTH, PROBLEMS } from "./draft.js";
import type { Release } from "blocks/device/types.js";

/** The problem of a report that a person has not finished. It is not shared. */
const NOT_CHOSEN = "not chosen yet";

/** A label and its value. */
type Line = [label: string, value: string];

interface ReportContext {
  /** The local day, `YYYY-MM-DD`. */
  today: string;
  /** The version of the page. Empty if no data is on the device. */
  version: string;
}

/**
 * Builds the report about an answer. It has every warning of the answer; batch and serial number
 * only if the draft includes them.
 */
export function reportText(
  answer: Answer,
  draft: Draft,
  { today, version }: ReportContext,
): string {
  const { outcome, release, warnings } = answer;
  const lines: Line[] = [
    ["Report", "barcode on a UK medicine pack. This is not a Yellow Card"],
    ["Format", "1"],
    ["Problem", draft.problem ? PROBLEMS[draft.problem] : NOT_CHOSEN],
    ...codeLines(answer, draft),
    ["Register", registerText(release)],
    ["Answer", answerText(outcome)],
    ...packsOf(outcome).flatMap((choice, index) => packLines(choice, `Pack ${index + 1}`)),
    ...warnings.map(({ text }, index): Line => [`Warning ${index + 1}`, text]),
    ...boxLines(draft, outcome),
    ["Date", today],
    ["Program", `Pack Lookup ${version}`],
  ];
  return lines.map(([label, value]) => `${label}: ${onOneLine(value)}\n`).join("");
}

/**
 * Makes a text on one line, without control characters and characters that change the direction
 * of text. A name cannot add a line.
 */
export function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
}

const scanOf = (outcome: Outcome): Scan | undefined =>
  "scan" in outcome ? outcome.scan : undefined;

function codeLines({ request, outcome }: Answer, draft: Draft): Line[] {
  if (request.by === "pack")
    return [
      [
        "Code as scanned",
        request.print
          ? "none. The pack was chosen from print that was read from a picture"
          : "none. The pack was found by name",
      ],
    ];
  const scan = scanOf(outcome);
  return [
    [
      "Code as scanned",
      scan ? scannedCode(request.text, scan, draft) : unreadableCode(request.text, draft),
    ],
    ["GTIN", scan?.gtin ?? "none"],
    ["Symbology", symbologyText(request.text, scan)],
    ["Check digit", checkDigitText(scan)],
  ];
}

function checkDigitText(scan: Scan | undefined): string {
  if (!scan) return "not checked";
  const isWrong = scan.warnings.some(({ reason }) => reason === "wrong_check_digit");
  return isWrong ? "wrong" : "right";
}

/**
 * Finds the code with its GTIN. Other element strings can identify one box or a person, so only
 * their AI is shown.
 */
function scannedCode(text: string, { elements }: Scan, draft: Draft): string {
  if (elements.length === 0) return text;
  const shown = [
    "01",
    "02",
    ...(draft.withExpiry ? ["17"] : []),
    ...(draft.withSerial ? ["10", "21"] : []),
  ];
  const parts = elements.map(
    ({ ai, value }) => `(${ai})${shown.includes(ai) ? value : " omitted"}`,
  );
  return [identifierOf(text), ...parts].join(" ");
}

/**
 * An unreadable text may be anything, such as a wristband, so it is in the report only on request.
 */
function unreadableCode(text: string, { withSerial }: Draft): string {
  return withSerial
    ? text.replaceAll("\x1d", "␝").slice(0, MAX_BOX_LENGTH)
    : `omitted, ${count(text.length, "character")}`;
}

/**
 * Finds the AIM symbology identifier at the start of a scan, such as `]d2`. Empty if there is
 * none.
 */
const identifierOf = (text: string): string => /^\s*(\][A-Za-z][0-9A-Za-z])/.exec(text)?.[1] ?? "";

function symbologyText(text: string, scan: Scan | undefined): string {
  const identifier = identifierOf(text);
  if (!identifier) return "unknown. Typed, or a hand scanner without symbology identifiers";
  return scan?.symbology ? `${scan.symbology} (${identifier})` : identifier;
}

const registerText = ({ release, release_date }: Release): string =>
  `dm+d ${release} of ${release_date}`;

function answerText(outcome: Outcome): string {
  switch (outcome.is) {
    case "pack":
      return outcome.among ? `${reusedText(outcome.among)}. One was chosen` : "1 pack";
    case "reused":
      return reusedText(outcome);
    case "unreadable":
      return `the code cannot be looked up. ${outcome.reason}`;
    default:
      return "no pack has this code";
  }
}

const reusedText = ({ choices, grade }: NonNullable<PackFound["among"]>): string =>
  `${count(choices.length, "pack")}. ${reuseMessage(grade).title}`;

function packsOf(outcome: Outcome): Choice[] {
  if (outcome.is === "pack") return outcome.among?.choices ?? [outcome];
  return outcome.is === "reused" ? outcome.choices : [];
}

function packLines({ pack, status, uses }: Choice, label: string): Line[] {
  // A pack that was found by name has no scanned code, so all of its codes are shown.
  const codes: Line[] =
    uses.length === 0
      ? [
          [
            `${label} codes`,
            pack.gtin_codes.map((entry) => `${entry.gtin} ${periodText(entry)}`).join(", ") ||
              "none",
          ],
        ]
      : [[`${label} periods`, uses.map(periodText).join(", ")]];
  return [
    [label, pack.name],
    [`${label} AMPP`, pack.pack_id],
    ...codes,
    [`${label} status`, statusText(status).text],
  ];
}

const periodText = ({
  start_date,
  end_date,
}: {
  start_date: string;
  end_date: string | null;
}): string => (end_date ? `${start_date} to ${end_date}` : `since ${start_date}`);

function boxLines({ box, boxPack, withExpiry, withSerial }: Draft, outcome: Outcome): Line[] {
  const fields = boxOf(outcome);
  const printed = "printed" in outcome ? outcome.printed : undefined;
  const marked = (value: string | undefined, isPrinted: unknown) =>
    value && isPrinted ? `${value}, read from print` : value;
  const optional = (label: string, isWanted: boolean, value: string | undefined): Line[] =>
    isWanted && value ? [[label, value]] : [];
  // A name of the register is never shortened.
  return [
    ["Box says", boxPack?.name ?? (box.slice(0, MAX_BOX_LENGTH) || "not stated")],
    ...optional("Box AMPP", boxPack !== undefined, boxPack?.pack_id),
    ...optional("Box expiry", withExpiry, marked(fields?.expiry, printed?.expiry)),
    ...optional("Box batch", withSerial, marked(fields?.batch, printed?.batch)),
    ...optional("Box serial", withSerial, fields?.serial),
  ];
}
