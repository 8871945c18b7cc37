import { readAvailable } from '../../src/ledger/ledger.ts'
import type { Reply, Service } from '../service.ts'
import type { Chance } from '../simulation/kernel/chance.ts'
import { type Desk, openDesk } from '../stories/payouts/desk.ts'
import { openTill, type Till } from '../stories/payouts/till.ts'

export type Raced = { races: number; asked: number; approved: number; faults: string[] }

/** What is there before a race, in minor units. */
const holds = 1_010_000n
const tills = 8
const atOnce = 4
const mostAsked = 6

/** What an installation's server does by itself as tables grow, and those of tests do not. */
const countedEvery = 250

type Race = { till: Till; reserved: bigint[]; answers: Reply[]; left: bigint }

/**
 * Several withdrawals ask for one balance, each for less than there is and all for more, and are approved at once at two
 * instances. Whatever is approved must have been there, and whatever is refused must not have fitted.
 */
export async function raceForBalances(services: Service[], chance: Chance, races: number): Promise<Raced> {
  const [first] = services
  if (!first) throw new Error('Nobody is there to decide.')
  const shops = await Promise.all(Array.from({ length: tills }, () => openTill(first, 0n)))
  const raced: Raced = { races, asked: 0, approved: 0, faults: [] }
  let begun = 0
  // Each lane has shops of its own, because a balance is raced for by one race at a time.
  const lane = async (own: Till[]) => {
    // Somebody else for each withdrawal: who decides about many at once is asked to wait.
    const desks = await Promise.all(
      Array.from({ length: mostAsked }, (_, at) => openDesk(services[at % services.length] ?? first)),
    )
    while (begun < races) {
      begun += 1
      if (begun % countedEvery === 0)
        await first.world.sql.unsafe('analyze withdrawals, withdrawal_approvals')
      const race = await run(first, chance.pick(own), desks, chance)
      raced.asked += race.answers.length
      raced.approved += race.answers.filter(({ status }) => status === 200).length
      raced.faults.push(...faultsOf(race))
    }
  }
  await Promise.all(
    Array.from({ length: atOnce }, (_, place) => lane(shops.filter((_shop, at) => at % atOnce === place))),
  )
  return raced
}

async function run({ world }: Service, till: Till, desks: Desk[], chance: Chance): Promise<Race> {
  const book = { merchantId: till.merchantId, environment: 'live', currency: 'TZS' } as const
  const missing = holds - (await readAvailable(world.sql, book))
  if (missing > 0n) await till.fill(missing)
  // Each alone fits with its cost, and no two of them do; or some do, and all do not.
  const least = chance.happens(0.5) ? 5_100 : 3_000
  const amounts = Array.from({ length: mostAsked - chance.below(3) }, () =>
    String(least + chance.below(1_500)),
  )
  const asked = await Promise.all(amounts.map((amount) => till.submit({ amount })))
  const answers = await Promise.all(
    desks.slice(0, asked.length).map((desk, at) => desk.decide(asked[at]?.id, 'approve')),
  )
  const reserved = asked.map(({ total_reserved_amount: total }) => BigInt(String(total).replace('.', '')))
  return { till, reserved, answers, left: await readAvailable(world.sql, book) }
}

function faultsOf({ till, reserved, answers, left }: Race): string[] {
  const approved = reserved.filter((_, at) => answers[at]?.status === 200)
  const sum = approved.reduce((all, one) => all + one, 0n)
  const faults: string[] = []
  const tell = (what: string) => faults.push(`${till.merchantId}: ${what}`)
  if (sum > holds) tell(`${sum} were approved of ${holds}`)
  if (left !== holds - sum) tell(`${left} are left of ${holds} after ${sum}`)
  if (approved.length === 0) tell('nobody got anything')
  for (const [at, { status, body }] of answers.entries()) {
    const total = reserved[at] ?? 0n
    if (status === 200) continue
    if (status !== 409 || body.error.code !== 'insufficient_balance')
      tell(`${status} ${JSON.stringify(body)}`)
    else if (total <= left) tell(`${total} were refused, and ${left} are there`)
  }
  return faults
}
