import { operations } from '@malipo/contract'
import { type Route, route } from '../http/http.ts'
import type { Chore } from '../jobs/jobs.ts'
import { defaultCurrency } from '../ledger/ledger.ts'
import { dayAt } from '../primitives/instant.ts'
import type { World } from '../world/world.ts'
import { daysBetween } from './days-between.ts'
import { readSummary } from './read-summary.ts'
import { recountDays } from './recount-days.ts'
import { sumUpDays } from './sum-up-days.ts'

export { type Counted, countFees, countingDays, countReturnedFees, dayChangesOf } from './day-change.ts'
export { differences, networkIn } from './recount-days.ts'

export function routes({ world: { clock } }: { world: World }): Route[] {
  return [
    route(operations.readMerchantSummary, async ({ query, caller, lists }) => {
      const now = clock.now()
      const { merchantId, environment } = caller
      const currency = query.currency ?? defaultCurrency
      const days = daysBetween(query, now)
      return await readSummary(lists, { merchantId, environment, currency, today: dayAt(now), days })
    }),
  ]
}

export function chores({ world }: { world: World }): Chore[] {
  return [
    { name: 'figures.sum-up-days', everyMs: 5_000, work: () => sumUpDays(world.sql) },
    { name: 'figures.recount-days', everyMs: 60_000, work: () => recountDays(world) },
  ]
}
