/**
 * Does the work for all at once, and if that fails for each half by itself, down to the one who is to blame: among many
 * it is found in few tries, and the others have what they came for.
 */
export async function bisect<Item, Result>(
  items: Item[],
  work: (items: Item[]) => Promise<Result[]>,
  /** Tells failures that have nothing to do with the items, and would meet each half as well. */
  isNobodysFault: (error: unknown) => boolean,
): Promise<(Result | Error)[]> {
  try {
    return await work(items)
  } catch (error) {
    if (items.length === 1 || isNobodysFault(error)) {
      const told = error instanceof Error ? error : new Error(String(error))
      return items.map(() => told)
    }
    const middle = Math.ceil(items.length / 2)
    return [
      ...(await bisect(items.slice(0, middle), work, isNobodysFault)),
      ...(await bisect(items.slice(middle), work, isNobodysFault)),
    ]
  }
}
