// Indents JSON without parsing it, so that integers keep all their digits.

/** Strings, brackets, and the text between them. */
const TOKENS = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/g;

export function indented(json: string): string {
  const tokens = json.match(TOKENS) ?? [];
  let depth = 0;
  const line = () => `\n${"  ".repeat(depth)}`;
  return tokens.map((token, place) => formatted(token, tokens[place - 1], tokens[place + 1])).join("");

  function formatted(token: string, previous: string | undefined, next: string | undefined): string {
    if (token === "{" || token === "[") return isClosing(next) ? token : ((depth += 1), token + line());
    if (isClosing(token)) return isOpening(previous) ? token : ((depth -= 1), line() + token);
    if (token === ",") return token + line();
    return token === ":" ? ": " : token;
  }
}

const isOpening = (token: string | undefined) => token === "{" || token === "[";
const isClosing = (token: string | undefined) => token === "}" || token === "]";
