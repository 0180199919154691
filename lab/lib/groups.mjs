/// Lists by key, in the order in which the keys come: `Map.groupBy`, which Node 20 doesn't have.
export function groupBy(list, key) {
  const groups = new Map();
  for (const one of list) {
    const group = groups.get(key(one));
    if (group) group.push(one);
    else groups.set(key(one), [one]);
  }
  return groups;
}
