import { setTimeout as sleep } from 'node:timers/promises'
import type { Environment } from '@malipo/contract'
import { byIndex, HeldByOthers, isHeldUp, isPassingFault, type Transaction } from '../database/database.ts'
import { findHeldBooks } from '../ledger/ledger.ts'
import { bisect } from '../primitives/bisect.ts'
import type { Clock } from '../primitives/clock.ts'
import { gather } from '../primitives/gather.ts'
import { rangeOf } from '../primitives/hash-range.ts'
import type { BatchDoor, CrashPoint, World } from '../world/world.ts'
import { quarantinePayment, type Stuck } from './quarantine-payment.ts'

/** Whose payment a report is about. It decides with whom the report shares a batch. */
export type PaymentOwner = { merchant_id: string; environment: Environment }

/** What a room does with what is said of its payments. */
export type Resolving<Report, Resolution> = {
  /**
   * Carries reports out together, all of them about payments of these merchants; null for those whose payment somebody else holds. Waits for
   * nobody for long.
   */
  resolve(tx: Transaction, reports: Report[], merchantIds: string[]): Promise<(Resolution | null)[]>
  door: BatchDoor
  resolved: CrashPoint
  /** What people are told of one that cannot be carried out. */
  tell(report: Report): Omit<Stuck, 'fault'>
}

export type ReportDoor<Report, Resolution> = (report: Report, of: PaymentOwner) => Promise<Resolution>

/** What was in the way is tried again, holding nothing meanwhile, for about five seconds in all. */
const pausesMs = [20, 40, 80, 160, 320, 640, 1_280, 2_560]

/** As many batches at once, so that one is read and judged here while the database writes the other. */
const lanes = 2

/**
 * The one door for what is said of payments: reports that arrive together share a transaction. Those of one merchant go through one
 * lane, so that no two batches of a process ever want the same books, and neither waits for the other.
 */
export function openReportDoor<Report, Resolution extends object>(
  world: World,
  resolving: Resolving<Report, Resolution>,
): ReportDoor<Report, Resolution> {
  const open = () => Array.from({ length: lanes }, () => openDoor(world, resolving))
  const doors = { live: open(), sandbox: open() }
  return (report, of) => {
    // By the hash by which merchants would be spread over several nodes: what shares a batch then is on the same nodes.
    const door = doors[of.environment][rangeOf(of.merchant_id, lanes)]
    if (door === undefined) throw new Error(`There is no lane for ${of.merchant_id}`)
    return door(report, of)
  }
}

type Item<Report> = { report: Report; of: PaymentOwner }

/**
 * Nobody in a batch waits for long: what somebody else holds leaves it at once, and is tried again by the side door, where
 * only those wait who were held up themselves.
 */
function openDoor<Report, Resolution extends object>(
  world: World,
  resolving: Resolving<Report, Resolution>,
): ReportDoor<Report, Resolution> {
  const resolveEach = (items: Item<Report>[]) =>
    bisect(items, (some) => resolveUnheld(world, resolving, some), nobodysFault())
  // One batch of a lane at a time: two would only wait for each other's locks.
  const watched = {
    watch: world.watchBatches?.(resolving.door),
    aboutOf: ({ report }: Item<Report>) => resolving.tell(report).subjectId,
  }
  const together = gather(resolveEach, { most: 500, atOnce: 1, ...watched })
  const aside = gather(resolveEach, { most: 50, atOnce: 1, ...watched })
  const apart = gather(resolveEach, { most: 50, atOnce: 1, ...watched })
  const suspects = createSuspects(world.clock)
  return async (report, of) => {
    const item = { report, of }
    let answer = suspects.has(of.merchant_id) ? await apart(item) : await together(item)
    for (const pauseMs of pausesMs) {
      if (!isHeldUp(answer)) break
      await (world.pause ?? sleep)(pauseMs)
      answer = await aside(item)
    }
    if (!(answer instanceof Error)) return answer
    if (!isPassingFault(answer)) {
      suspects.add(of.merchant_id)
      await quarantinePayment(world, { ...resolving.tell(report), fault: answer })
    }
    throw answer
  }
}

/** Enough to find one among five hundred; if so many halves are held up, it is everybody whom somebody is in the way of. */
const mostHalvesHeldUp = 12

/** Who needs what somebody else holds is found by halves too: only books can be asked whether they are held. */
function nobodysFault(): (error: unknown) => boolean {
  let heldUp = 0
  return (error) => {
    if (!isHeldUp(error)) return isPassingFault(error)
    heldUp += 1
    return heldUp > mostHalvesHeldUp
  }
}

/** As long as it takes a person to look; a merchant whose payments go well by then is among the others again. */
const suspectedForMs = 10 * 60_000
const mostSuspects = 10_000

/** Merchants whose payments have spoilt a batch: theirs are resolved with each other's, and nobody else's. */
function createSuspects(clock: Clock) {
  const until = new Map<string, number>()
  return {
    has: (merchantId: string) => (until.get(merchantId) ?? 0) > clock.now().getTime(),
    add(merchantId: string) {
      until.delete(merchantId)
      until.set(merchantId, clock.now().getTime() + suspectedForMs)
      if (until.size > mostSuspects) until.delete(until.keys().next().value ?? '')
    },
  }
}

/** Where the books of a merchant are held by somebody else, the others are resolved without it. */
async function resolveUnheld<Report, Resolution extends object>(
  world: World,
  resolving: Resolving<Report, Resolution>,
  items: Item<Report>[],
): Promise<(Resolution | HeldByOthers)[]> {
  try {
    return await resolveTogether(world, resolving, items)
  } catch (error) {
    if (!isHeldUp(error) || items.length === 1) throw error
    const held = await findHeldBooks(
      world.sql,
      items.map(({ of: { merchant_id: merchantId, environment } }) => ({ merchantId, environment })),
    )
    if (held.size === 0) throw error
    const free = items.filter(({ of }) => !held.has(of.merchant_id))
    const answers = free.length > 0 ? await resolveTogether(world, resolving, free) : []
    const answered = new Map(free.map((item, place) => [item, answers[place]]))
    return items.map((item) => answered.get(item) ?? new HeldByOthers('The books are held by somebody else.'))
  }
}

async function resolveTogether<Report, Resolution extends object>(
  world: World,
  { resolve, resolved }: Resolving<Report, Resolution>,
  items: Item<Report>[],
): Promise<(Resolution | HeldByOthers)[]> {
  const reports = items.map(({ report }) => report)
  const merchantIds = [...new Set(items.map(({ of }) => of.merchant_id))]
  const resolutions = await world.sql.begin(byIndex, (tx) => resolve(tx, reports, merchantIds))
  world.crashPoint?.(resolved)
  return resolutions.map((one) => one ?? new HeldByOthers('The payment is held by somebody else.'))
}
