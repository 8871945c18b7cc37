import { type Environment, environments } from '@malipo/contract'
import type { Authorities, Authority } from '../authorities/authorities.ts'
import type { Transaction } from '../database/database.ts'
import { type Taking, takeOnce } from '../jobs/jobs.ts'
import type { World } from '../world/world.ts'
import { claimLanes, type Held, letGo, lockLane, rest } from './lane.ts'
import { type Errand, nextReportAt, planErrand } from './plan-lane.ts'
import { type Answered, recordAnswer } from './record-answers.ts'

export type Issuer = {
  world: World
  authorities: Authorities
  /** How long an answer is waited for. */
  patienceMs?: number
}

const usualPatienceMs = 10_000

/** Merchants of an environment whose receipts are issued at once by one process. */
const mostAtOnce = 8

/** How often in a row one merchant is served before others are looked at. */
const mostInARow = 200

/** Receipts, registrations and reports of an environment that are due, merchant by merchant. Never on the way of a payment. */
export function issuing(issuer: Issuer, environment: Environment): Taking<Held> {
  const busy = new Set<string>()
  return {
    claim: async () => {
      const held = await claimLanes(issuer.world, environment, mostAtOnce - busy.size)
      for (const one of held) busy.add(one.merchant_id)
      return held
    },
    lookAfter: async (held, stopping) => {
      try {
        await workLane(issuer, held, stopping)
      } finally {
        busy.delete(held.merchant_id)
      }
      return false
    },
    letGo: async () => {},
  }
}

/** One look at what is due, for whoever has to know when all of it is done. Returns how many merchants there were. */
export function issueReceipts(issuer: Issuer): Promise<number> {
  return takeOnce(...environments.map((environment) => issuing(issuer, environment)))
}

/**
 * One errand after the other for a merchant: what is asked is written down before, and what was said together with what is asked next. Whoever
 * dies in between is followed by somebody who asks the same again. Who is stopped hears what was asked last, and gives the rest back.
 */
async function workLane(
  { world, authorities, patienceMs = usualPatienceMs }: Issuer,
  held: Held,
  stopping: AbortSignal,
): Promise<void> {
  let answered: Answered | null = null
  for (let done = 0; done <= mostInARow; done += 1) {
    const next: Next | null = await world.sql.begin((tx) =>
      step(tx, world, held, answered, stopping.aborted || done === mostInARow),
    )
    if (answered?.errand.kind === 'issue') world.crashPoint?.('fiscal.recorded')
    if (next === null) return
    const { errand, authority: name } = next
    if (errand.kind === 'issue') world.crashPoint?.('fiscal.numbered')
    if (errand.kind === 'close') world.crashPoint?.('fiscal.closing')
    answered = await ask(authorities.named(name), errand, AbortSignal.timeout(patienceMs))
    if (errand.kind === 'issue') world.crashPoint?.('fiscal.answered')
  }
}

type Next = { errand: Errand; authority: string }

/** Writes down what was said and what is asked next, or gives the lane back. */
async function step(
  tx: Transaction,
  world: World,
  held: Held,
  answered: Answered | null,
  isEnough: boolean,
): Promise<Next | null> {
  const now = world.clock.now()
  const lane = await lockLane(tx, held, now)
  // Somebody else has it, and asks again for whatever we were told.
  if (lane === null) return null
  if (answered !== null) {
    const isKnown = await recordAnswer(tx, world, lane, answered)
    if (!isKnown) {
      await letGo(tx, held, now, lane.attempts + 1)
      return null
    }
  }
  const fresh = answered === null ? lane : await lockLane(tx, held, now, true)
  if (isEnough || fresh === null) {
    await letGo(tx, held, now, 0)
    return null
  }
  const errand = await planErrand(tx, world, fresh)
  if (errand === null) {
    await rest(tx, held, nextReportAt(fresh, now))
    return null
  }
  return { errand, authority: lane.authority }
}

/** Whatever goes wrong on the way, it may have arrived. */
async function ask(authority: Authority | null, errand: Errand, signal: AbortSignal): Promise<Answered> {
  const unknown = (because: string) => ({ kind: 'unknown' as const, because })
  const gone = unknown('the authority is not connected here any more')
  const lost = (error: unknown) => unknown(error instanceof Error ? error.message : String(error))
  switch (errand.kind) {
    case 'register':
      return {
        errand,
        answer: authority ? await authority.register(errand.device, signal).catch(lost) : gone,
      }
    case 'issue':
      return { errand, answer: authority ? await authority.issue(errand.sale, signal).catch(lost) : gone }
    case 'close':
      return {
        errand,
        answer: authority ? await authority.closeDay(errand.report, signal).catch(lost) : gone,
      }
  }
}
