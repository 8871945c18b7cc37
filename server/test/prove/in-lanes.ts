/** Some work, and whether it may share the machine with other work. */
export type Task<Done> = { needsMachine: boolean; run(): Promise<Done> }

/**
 * Does what may share the machine first, a few at once, and then the rest one by one. Most proofs wait for processes to
 * start, to die or to be silent; what tells how long somebody waits, or drives a browser, would wait for its neighbours.
 */
export async function inLanes<Done>(tasks: Task<Done>[], lanes: number): Promise<Done[]> {
  const done = new Map<number, Done>()
  const work = async (queue: IterableIterator<[number, Task<Done>]>) => {
    for (const [place, { run }] of queue) done.set(place, await run())
  }
  const all = [...tasks.entries()]
  const shared = all.filter(([, { needsMachine }]) => !needsMachine).values()
  await Promise.all(Array.from({ length: lanes }, () => work(shared)))
  await work(all.filter(([, { needsMachine }]) => needsMachine).values())
  return [...done].sort(([one], [other]) => one - other).map(([, what]) => what)
}
