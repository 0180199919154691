// The page's `_headers`: patterns of paths, and under each the headers of what is there, in the notation of static hosts.

export function parseRules(text) {
  const rules = [];
  for (const line of text.split("\n").filter((line) => line.trim() && !line.startsWith("#"))) {
    if (!/^\s/.test(line)) rules.push({ pattern: line.trim(), headers: [] });
    else rules.at(-1).headers.push(line.trim().split(/:\s*(.*)/s, 2));
  }
  return rules;
}

/** Pairs of name and value. */
export const headersFor = (rules, path) => rules.filter(({ pattern }) => matches(pattern, path)).flatMap(({ headers }) => headers);

const matches = (pattern, path) => (pattern.endsWith("*") ? path.startsWith(pattern.slice(0, -1)) : path === pattern);
