// Indents JSON without parsing it, so that integers keep all their digits.

/** Strings, brackets, and the text between them. */
const TOKENS = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/g;

export function indented(json: string): string {
  const tokens = json.match(TOKENS) ?? [];
  let depth = 0;
  const line = () => `\n${"  ".repeat(depth)}`;
  return tokens.map((token, place) => laidOut(token, tokens[place - 1], tokens[place + 1])).join("");

  function laidOut(token: string, before: string | undefined, behind: string | undefined): string {
    if (token === "{" || token === "[") return isClosing(behind) ? token : ((depth += 1), token + line());
    if (isClosing(token)) return isOpening(before) ? token : ((depth -= 1), line() + token);
    if (token === ",") return token + line();
    return token === ":" ? ": " : token;
  }
}

const isOpening = (token: string | undefined) => token === "{" || token === "[";
const isClosing = (token: string | undefined) => token === "}" || token === "]";
