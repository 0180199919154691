/** The parts of a pack's name, for type setting only: joined by spaces they are the name again. */
export interface NameParts {
  product: string;
  supplier?: string;
  size?: string;
}

/** Product, supplier in parentheses, then the size, which begins with a digit. */
const NAME = /^(?<product>.+?) \((?<supplier>(?:[^()]|\([^()]*\))+)\) (?<size>\d(?:.(?! \([^()]+\) \d))*)$/;

export function nameParts(name: string): NameParts {
  const groups = NAME.exec(name)?.groups;
  return groups?.product ? (groups as unknown as NameParts) : { product: name };
}
