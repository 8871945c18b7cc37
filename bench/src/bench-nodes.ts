import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { showCosts, targetOf } from './bench-asking-for-payments.ts'
import { type Child, startChild } from './child.ts'
import { processesOf } from './costs.ts'
import { find, load, output } from './load.ts'
import { promise, rounds, seconds, show } from './measure.ts'
import { remark } from './report/figures.ts'

const connections = 256

/**
 * What a second node brings while both share the cores of one machine, and what one node does whose database has a core for itself. The first tells
 * what nodes cost each other (locks, smaller batches), the second what a database on another machine would bring.
 */
export async function benchNodes(dataDir: string): Promise<boolean> {
  const first = await startChild('./own-server.ts', { DATA_DIR: dataDir, ROLE: 'api' })
  const second = await startChild('./own-server.ts', { DATA_DIR: dataDir, ROLE: 'api' })
  try {
    console.log('\nNodes at one database (POST /v1/collections/ussd-push)')
    const asking = (node: Child, share: number) => load(targetOf(node), seconds, share)
    const together = async () => {
      const loads = await Promise.all([asking(first, connections / 2), asking(second, connections / 2)])
      return loads.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0)
    }
    const alone = async () => (await asking(first, connections)).requestsPerSecond
    let [one, two, apart] = [0, 0, 0]
    await together()
    for (let round = 1; round <= rounds; round += 1) {
      one = Math.max(one, await alone())
      two = Math.max(two, await together())
      apart = Math.max(apart, await withCoresApart(first, dataDir, alone))
    }
    show('one node', one)
    show('two nodes', two)
    const kept = [promise('two nodes / one, on the same cores', two / one, { atLeast: 0.9 })]
    if (apart === 0) remark('a node apart from its database was not measured: it takes taskset and two cores')
    else {
      show('one node on one core, its database on another', apart)
      remark(`a node apart from its database / both on all cores: ${(apart / one).toFixed(2)}`)
    }
    await showCosts('one node, what each costs', first, targetOf(first))
    return kept.every(Boolean)
  } finally {
    await second.stop()
    await first.stop()
  }
}

/** The node on the first core, the database on the second, whatever sends the load wherever there is room; 0 where that cannot be. */
async function withCoresApart(node: Child, dataDir: string, work: () => Promise<number>): Promise<number> {
  const taskset = find('taskset')
  if (taskset === undefined || availableParallelism() < 2) return 0
  const pin = async (processes: number[], cores: string) => {
    for (const id of processes) await output(taskset, ['-acp', cores, String(id)])
  }
  const leader = Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])
  const database = async () => await processesOf(leader)
  const all = `0-${availableParallelism() - 1}`
  await pin([node.pid], '0')
  await pin(await database(), '1')
  try {
    return await work()
  } finally {
    await pin([node.pid], all)
    await pin(await database(), all)
  }
}
