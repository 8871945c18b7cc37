import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../server/src/config.ts'
import { openInstallation } from '../../server/src/installation.ts'
import { type Child, startChild } from './child.ts'
import { fillCollections } from './fill-collections.ts'
import { load, type Target } from './load.ts'
import { promise, rounds, seconds } from './measure.ts'
import { signIn } from './signed-in-page.ts'

const few = 10_000
const many = Number(process.env.BENCH_COLLECTIONS ?? 1_000_000)

/** Few enough that the time is that of the answer, not of the queue. */
const fewReaders = 8

type Shelf = { child: Child; dataDir: string; targets: Record<string, Target> }

/** What grows must not slow down what is read: a status, a first page, a page far back, a rare status, figures, what is looked for, a timeline. */
export async function benchReadingAMillion(): Promise<boolean> {
  console.log(`\nReads with ${few} and with ${many} collections of one merchant`)
  const shelves = [await openShelf(few), await openShelf(many)]
  try {
    let holds = true
    for (const name of Object.keys(shelves[0]?.targets ?? {})) {
      const [small, large] = await bestTimes(shelves, name)
      console.log(
        `  ${name.padEnd(42)} p50 ${small?.toFixed(2)} ms with few, ${large?.toFixed(2)} ms with many`,
      )
      holds = promise('many / few', (large ?? 0) / (small ?? 1), { atMost: 1.5 }) && holds
    }
    return holds
  } finally {
    for (const { child, dataDir } of shelves) {
      await child.stop()
      await rm(dataDir, { recursive: true, force: true })
    }
  }
}

async function bestTimes(shelves: Shelf[], name: string): Promise<number[]> {
  const best = shelves.map(() => Number.POSITIVE_INFINITY)
  for (let round = 1; round <= rounds; round += 1) {
    for (const [position, { targets }] of shelves.entries()) {
      const target = targets[name]
      if (!target) throw new Error(`There is no ${name}`)
      const { p50Ms, failures } = await load(target, Math.max(2, seconds / 2), fewReaders)
      if (failures > 0) throw new Error(`${name}: ${failures} requests were not answered well`)
      best[position] = Math.min(best[position] ?? p50Ms, p50Ms)
    }
  }
  return best
}

async function openShelf(count: number): Promise<Shelf> {
  const dataDir = await mkdtemp(join(tmpdir(), 'malipo-bench-'))
  const child = await startChild('./own-server.ts', { DATA_DIR: dataDir, ROLE: 'api' })
  const merchantId = child.message.merchantId ?? ''
  const config = readConfig({ DATA_DIR: dataDir })
  const installation = await openInstallation(config, { applicationName: 'malipo-fill', log: () => {} })
  try {
    const middle = await fillCollections(installation.world, merchantId, count)
    const cookie = await signIn(child)
    const headers = { authorization: `Bearer ${child.message.key}` }
    const list = `${child.message.url}/v1/merchants/${merchantId}/collections`
    const ofCaller = `${child.message.url}/v1/merchant`
    const asPerson = { cookie, 'x-environment': 'sandbox' }
    const cursor = Buffer.from(middle.replaceAll('-', ''), 'hex').toString('base64url')
    return {
      child,
      dataDir,
      targets: {
        'status of one': { url: `${child.message.url}/v1/collections/${middle}`, headers },
        'first page with its total': { url: list, headers: asPerson },
        'a page from the middle by cursor': { url: `${list}?cursor=${cursor}`, headers: asPerson },
        'a status that nothing has': { url: `${list}?status=pending_clearance`, headers: asPerson },
        'figures of thirty days': { url: `${ofCaller}/summary`, headers: asPerson },
        'what is looked for by its reference': { url: `${ofCaller}/search?q=order-17`, headers: asPerson },
        'what is looked for by the end of a number': {
          url: `${ofCaller}/search?q=345678`,
          headers: asPerson,
        },
        'the timeline of one': { url: `${ofCaller}/collections/${middle}/timeline`, headers: asPerson },
      },
    }
  } finally {
    await installation.close()
  }
}
