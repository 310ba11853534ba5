/** Things by a key, in the order in which they came. `Map.groupBy` is too young for many a browser. */
export function grouped<Key, Thing>(things: readonly Thing[], keyOf: (thing: Thing) => Key): Map<Key, Thing[]> {
  const found = new Map<Key, Thing[]>();
  for (const thing of things) {
    const key = keyOf(thing);
    const same = found.get(key);
    if (same) same.push(thing);
    else found.set(key, [thing]);
  }
  return found;
}
