import { rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { constants } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { findPostmaster, processIsAlive, stopPostmaster } from '../database/database.ts'

/** Files of ours that are no backup, or not yet; the number of whoever makes them comes next. */
export const unfinishedPrefix = '.unfinished-'

const ends = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Works in a place that is taken away unless it becomes what was wanted, also when the command is interrupted. */
export async function inScratch<Result>(
  place: string,
  work: () => Promise<Result>,
  /** What else must be left in order before the process ends. */
  leave: () => Promise<void> = async () => {},
): Promise<Result> {
  const interrupt = (signal: NodeJS.Signals) => {
    const end = () => process.exit(128 + constants.signals[signal])
    // The work goes on meanwhile and would make the place anew: so it is taken away last, and nothing comes between that and the end.
    leave()
      .then(() => takeAway(place))
      .then(end, end)
  }
  for (const signal of ends) process.once(signal, interrupt)
  try {
    return await work()
  } finally {
    for (const signal of ends) process.off(signal, interrupt)
    await takeAway(place)
  }
}

/** What killed commands left beside a place under this beginning of a name. */
export async function takeAwayLeft(prefix: string): Promise<void> {
  const [folder, beginning] = [dirname(prefix), basename(prefix)]
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.startsWith(beginning)) continue
    const maker = Number(name.slice(beginning.length).split('-')[0])
    // In a container it often had the number that we have now; ours is made after this.
    if (maker === process.pid || !processIsAlive(maker)) await takeAway(join(folder, name))
  }
}

/** With the server that may still run on it. Nothing else of ours goes on meanwhile, so that nothing is made there anew. */
async function takeAway(place: string): Promise<void> {
  const cluster = join(place, 'postgres')
  const postmaster = await findPostmaster(cluster)
  if (postmaster !== undefined) await stopPostmaster(postmaster.pid, cluster, 2_000)
  rmSync(place, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
}
