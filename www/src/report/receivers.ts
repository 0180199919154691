// Who receives reports. docs/reporting.md has the source of each address, and a test compares the
// two.
import type { Problem } from "./draft.js";

export interface Receiver {
  name: string;
  /** What the receiver is for. */
  for: string;
  /**
   * The email address. Absent if no source of the receiver names one: then the report can only be
   * copied.
   */
  address?: string;
  /** The page with the receiver's own form. */
  page?: string;
  problems: Problem[];
}

export const RECEIVERS: Receiver[] = [
  {
    name: "NHSBSA dm+d enquiries",
    for: "errors in dm+d",
    address: "nhsbsa.dmdenquiries@nhs.net",
    problems: ["box-differs", "no-pack", "reused"],
  },
  {
    name: "MHRA Yellow Card",
    for: "suspected defects of a medicine or its packaging",
    page: "https://yellowcard.mhra.gov.uk/defectivemedicines",
    problems: ["box-differs", "not-readable"],
  },
  {
    name: "GS1 UK support",
    for: "barcodes that break the rules of GS1",
    address: "support@gs1uk.org",
    problems: ["reused", "not-readable"],
  },
];

/**
 * The longest link that Windows passes to a mail program, in characters, is 2,083. Chromium does
 * not open links over 2,048.
 */
const MAX_LINK_LENGTH = 2000;

const PASTE = "Paste the copied report here.";

interface MailLink {
  href: string;
  /**
   * Whether the link has the whole report. A long report must be copied: a part of it would lack
   * warnings.
   */
  isComplete: boolean;
}

export function mailLink(address: string, subject: string, text: string): MailLink {
  const whole = linkWith(address, subject, text);
  return whole.length <= MAX_LINK_LENGTH
    ? { href: whole, isComplete: true }
    : { href: linkWith(address, subject, PASTE), isComplete: false };
}

/** Line breaks in a `mailto:` link are `%0D%0A`, by RFC 6068. */
function linkWith(address: string, subject: string, body: string): string {
  return `mailto:${address}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body.replaceAll("\n", "\r\n"))}`;
}
