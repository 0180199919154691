/** The parts of a pack's name, for layout only. Joined, they are the name. */
export interface NameParts {
  product: string;
  supplier?: string;
  size?: string;
}

/** Splits a name into product, supplier in parentheses, and size. A supplier's name can contain parentheses. */
export function nameParts(name: string): NameParts {
  const supplier = outerParentheses(name).findLast(
    ({ start, end }) => /^\([A-Za-z]/.test(name.slice(start)) && /^ \d/.test(name.slice(end)),
  );
  if (!supplier || supplier.start === 0) return { product: name };
  return {
    product: name.slice(0, supplier.start - 1),
    supplier: name.slice(supplier.start + 1, supplier.end - 1),
    size: name.slice(supplier.end + 1),
  };
}

interface Span {
  start: number;
  end: number;
}

function outerParentheses(text: string): Span[] {
  const spans: Span[] = [];
  let [depth, start] = [0, 0];
  for (const { 0: parenthesis, index } of text.matchAll(/[()]/g)) {
    if (parenthesis === "(" && depth++ === 0) start = index;
    if (parenthesis === ")" && --depth === 0) spans.push({ start, end: index + 1 });
  }
  return spans;
}
