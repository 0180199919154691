// Parses the page's `_headers`: path patterns, each followed by its headers, in the notation of static hosts.

/** Returns the rules in their order: `[{ pattern, headers }]`. */
export function parseRules(text) {
  const rules = [];
  for (const line of text.split("\n").filter((line) => line.trim() && !line.startsWith("#"))) {
    if (!/^\s/.test(line)) rules.push({ pattern: line.trim(), headers: [] });
    else rules.at(-1).headers.push(line.trim().split(/:\s*(.*)/s, 2));
  }
  return rules;
}

/** Returns the headers of a path as pairs of name and value. */
export const headersFor = (rules, path) => rules.filter(({ pattern }) => matches(pattern, path)).flatMap(({ headers }) => headers);

const matches = (pattern, path) => (pattern.endsWith("*") ? path.startsWith(pattern.slice(0, -1)) : path === pattern);
