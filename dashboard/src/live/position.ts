/** Where a stream stands: the next offset of every partition of the journal, as text `0:17,1:4`. */
export function positionOf(id: string): Map<number, number> {
  const pairs = id.split(",").filter(Boolean).map((pair) => pair.split(":").map(Number));
  return new Map(pairs.map(([partition, offset]) => [partition ?? 0, offset ?? 0]));
}

/** The offset token of the event that moved the stream from one position to the next; empty if the journal did not move. */
export function tokenBetween(before: string, after: string): string {
  if (before === after) return "";
  const stood = positionOf(before);
  for (const [partition, offset] of positionOf(after)) {
    if (offset > (stood.get(partition) ?? 0)) return `${partition}:${offset - 1}`;
  }
  return "";
}
