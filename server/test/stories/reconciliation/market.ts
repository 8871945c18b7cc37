import assert from 'node:assert/strict'
import { chaseCollections } from '../../../src/collections/collections.ts'
import { openSelcomGateway } from '../../../src/gateways/gateways.ts'
import type { Clock } from '../../../src/primitives/clock.ts'
import type { Listed, Provider } from '../../../src/providers/providers.ts'
import { openSelcom } from '../../../src/providers/selcom/selcom.ts'
import { prefixes, runReconciliations } from '../../../src/reconciliation/reconciliation.ts'
import { chaseWithdrawals } from '../../../src/withdrawals/withdrawals.ts'
import { selcomKeys, selcomSettings } from '../../providers/selcom-defendant.ts'
import { type Service, startService } from '../../service.ts'
import { assertBooksHold } from '../money/books.ts'
import { lookAgain, ownClock } from '../money/own-provider.ts'
import { openDesk } from '../payouts/desk.ts'
import { openTill } from '../payouts/till.ts'

export type Market = Awaited<ReturnType<typeof openMarket>>

/** Ten in the morning in Dar es Salaam, so that whatever takes some hours stays within its day. */
export function morningClock(): Clock & { pass(ms: number): void } {
  const clock = ownClock()
  const now = clock.now()
  const morning = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), 7)
  clock.pass(morning - now.getTime())
  return clock
}

/** Chance that only the seed decides (mulberry32). */
export function chanceFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A service whose live payments Selcom's adapter carries over HTTP, with the gateway in the test's hands. */
export async function openMarket({ chance }: { chance(): number }) {
  const clock = morningClock()
  let told = 0
  const gateway = await openSelcomGateway(selcomKeys, {
    clock,
    chance,
    async deliver({ headers, body }) {
      told += 1
      await service.parts.callbacks.take('selcom', { headers, body: Buffer.from(body) })
      return 200
    },
  })
  /** What a test makes of the lines of the provider's list. */
  const plants: { list(line: Listed): Listed[] } = { list: (line) => [line] }
  const service: Service = await startService({
    clock,
    environment: {
      ROLE: 'api',
      LIVE_PROVIDER: 'selcom',
    },
    adapters: {
      selcom: ({ world }) => planted(openSelcom(selcomSettings(`${gateway.url}/v1`), world), plants),
    },
  })
  const market = {
    clock,
    gateway,
    plants,
    service,
    desk: await openDesk(service),
    till: await openTill(service, 100_000_000_000n),
    /** Time passes there and here, and whatever is told has arrived. */
    async pass(ms: number): Promise<void> {
      clock.pass(ms)
      gateway.advance()
      await gateway.post.settled()
    },
    /** Until nobody has anything to do at this moment. */
    async work(): Promise<void> {
      const { world, parts } = service
      const { registry, resolve } = parts
      for (;;) {
        const chased = await chaseCollections({ world, registry, resolve })
        const sent = await chaseWithdrawals(parts)
        await lookAgain(parts)
        if (chased + sent === 0) return
      }
    },
    /** How often the provider has told us anything by itself. */
    told: () => told,
    reconcile: () => runReconciliations({ ...service.parts, prefixes }),
    /** With what the database knows of tables that were empty a moment ago, and for as long as so many rows take. */
    async assertBooksHold(): Promise<void> {
      const { world } = service
      await world.sql.unhurried(async (patient) => {
        await patient.unsafe('analyze')
        await assertBooksHold({ ...world, sql: patient })
      })
    },
    async close(): Promise<void> {
      try {
        await market.assertBooksHold()
      } finally {
        await service.stop()
        await gateway.close()
      }
    },
  }
  return market
}

function planted(provider: Provider, plants: { list(line: Listed): Listed[] }): Provider {
  return {
    ...provider,
    async *list(span, signal) {
      for await (const line of provider.list?.(span, signal) ?? []) yield* plants.list(line)
    },
  }
}

/** So many at once that the machine is busy, and not so many that anybody is turned away. */
export async function inTurns<Item, Result>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let at = 0; at < items.length; at += most) {
    results.push(...(await Promise.all(items.slice(at, at + most).map(work))))
  }
  assert.equal(results.length, items.length)
  return results
}
