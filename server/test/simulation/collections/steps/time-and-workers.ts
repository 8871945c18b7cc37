import { sumUpCounts } from '../../../../src/collections/count-collections.ts'
import { giveUpWaiting, maybeCrash } from '../../kernel/steps.ts'
import { knownCollections, referenceOf } from '../known.ts'
import type { Process } from '../process.ts'
import type { Stage } from '../stage.ts'
import { tryOf } from '../tries.ts'

const points = [
  'collection.claimed',
  'collection.requested',
  'collection.sent',
  'collection.resolving',
  'collection.resolved',
] as const

/** One worker, or two at once. */
export function chase(stage: Stage): void {
  const { chance, processes, network } = stage
  const areTwo = chance.happens(0.3)
  const one = chance.pick([processes.a, processes.b])
  network.maySlow = !areTwo
  if (!areTwo) maybeCrash(stage, one, points)
  chaseBy(stage, one, !areTwo)
  if (areTwo) chaseBy(stage, one === processes.a ? processes.b : processes.a, false)
}

/** Which of two gets what is for them to decide, so only one who is alone tells how many there were. */
export function chaseBy(stage: Stage, process: Process, tells: boolean): void {
  stage.launch(process, 'chase', async () => {
    const number = await process.chase()
    return tells ? String(number) : 'done'
  })
}

/** What the merchant's refresh does. */
export function refresh(stage: Stage): void {
  const { chance, processes } = stage
  const known = knownCollections(stage).filter(({ method }) => method !== null)
  if (known.length === 0) return
  const collection = chance.pick(known)
  const { id, description: label } = collection
  const reference = referenceOf(collection)
  const process = chance.pick([processes.a, processes.b])
  maybeCrash(stage, process, ['collection.resolving', 'collection.resolved'])
  stage.launch(process, `refresh ${label}`, async () => {
    const word = await process.lookUp(collection, reference)
    if (word.kind === 'never_seen') return 'never seen'
    const about = { collectionId: id, tryId: tryOf(reference) }
    const resolved = await process.resolve({ ...about, source: 'look_up', word }, collection)
    return `${word.kind} ${resolved.outcome} ${resolved.collection.status}`
  })
}

/** Up to which chance, and how far: from seconds to days. */
const jumps = [
  [0.5, 1_000, 10_000],
  [0.8, 15_000, 120_000],
  [0.93, 600_000, 3_600_000],
  [0.98, 3_600_000, 43_200_000],
  [1, 86_400_000, 259_200_000],
] as const

/** Longer than the deadline for a provider's answer: who waits then has given up, unless it was stopped as well. */
const givesUpMs = 15_000

export async function jump(stage: Stage): Promise<void> {
  const { chance, clock } = stage
  const mood = chance.number()
  const [, least, most] = jumps.find(([upTo]) => mood < upTo) ?? jumps[0]
  const ms = least + chance.below(most - least)
  if (ms >= givesUpMs && chance.happens(0.7)) await giveUpWaiting(stage, clock.now().getTime())
  clock.pass(ms)
}

/** How much there is to sum up depends on who has counted before, so it is not told. */
export function sumUp(stage: Stage): void {
  const process = stage.processes.b
  stage.launch(process, 'sum up', async () => {
    await sumUpCounts(process.world.sql)
    return 'done'
  })
}
