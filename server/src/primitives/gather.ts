/**
 * Turns a function of many into one that is called with one at a time: calls that arrive while a batch is
 * under way wait and go together in the next, so a hundred callers cost one round trip.
 */
export function gather<Item, Result>(
  handleMany: (items: Item[]) => Promise<Result[]>,
  options: { most: number; atOnce: number },
): (item: Item) => Promise<Result> {
  type Waiting = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }
  let waiting: Waiting[] = []
  let underWay = 0
  let scheduled = false

  function schedule() {
    if (scheduled || underWay >= options.atOnce || waiting.length === 0) return
    scheduled = true
    // After the poll phase, so that all requests read in this turn of the loop share a batch.
    setImmediate(run)
  }

  function run() {
    scheduled = false
    const batch = waiting.slice(0, options.most)
    waiting = waiting.slice(options.most)
    underWay += 1
    Promise.try(
      handleMany,
      batch.map((entry) => entry.item),
    )
      .then(
        (results) => batch.forEach((entry, position) => void entry.resolve(results[position] as Result)),
        (error) => batch.forEach((entry) => void entry.reject(error)),
      )
      .finally(() => {
        underWay -= 1
        schedule()
      })
    schedule()
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      schedule()
    })
}
