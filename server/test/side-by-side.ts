/** Enough that nobody waits for a reply alone, and few enough that a busy machine does not call it overload. */
const atOnce = 8

/** Does it for all of them, a few at a time, and answers in their order. */
export async function sideBySide<Value, Result>(
  values: readonly Value[],
  work: (value: Value) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const rest = values.entries()
  const lane = async () => {
    for (const [at, value] of rest) results[at] = await work(value)
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return results
}
