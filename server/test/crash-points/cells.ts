import type { CrashPoint } from '../../src/world/world.ts'
import { chanceFrom } from '../simulation/kernel/chance.ts'
import type { Answer, CancelAnswer } from './answers.ts'
import { type RecoveryOrder, recoveryOrders } from './recovery-orders.ts'

export type Variant = {
  answer: string
  script: Answer
  cancelling?: CancelAnswer
  /** Whether the same reference sent twice is one payment there. */
  knowsRepeats: boolean
}

/** A way on which a process dies: which points are on it, and with which answers it gets there. */
export type Way<Scene> = {
  what: string
  scene: Scene
  variants: readonly Variant[]
  points: Partial<Record<CrashPoint, (variant: Variant) => boolean>>
}

/** One death, and how it is recovered from. */
export type Cell<Scene> = {
  name: string
  way: Way<Scene>
  point: CrashPoint
  variant: Variant
  order: RecoveryOrder
}

export const always = () => true

export function variantsOf(answers: Record<string, Answer>, mayRepeat = [true, false]): Variant[] {
  return Object.entries(answers).flatMap(([answer, script]) =>
    mayRepeat.map((knowsRepeats) => ({ answer, script, knowsRepeats })),
  )
}

/**
 * Every point of every way with every answer that leads there, and of the orders of recovery as many as are asked for: which ones, the seed
 * decides for each anew. Null is all of them.
 */
export function cellsOf<Scene>(
  ways: readonly Way<Scene>[],
  { seed, ordersEach }: { seed: string; ordersEach: number | null },
): Cell<Scene>[] {
  return ways.flatMap((way) =>
    Object.entries(way.points).flatMap(([point, isReached]) =>
      way.variants.filter(isReached).flatMap((variant) => {
        const repeats = variant.knowsRepeats ? '' : ', takes repeats for others'
        const place = `${way.what} | ${point} | ${variant.answer}${repeats}`
        return someOrders(`${seed} ${place}`, ordersEach).map((order) => ({
          name: `${place} | ${order.name}`,
          way,
          point: point as CrashPoint,
          variant,
          order,
        }))
      }),
    ),
  )
}

function someOrders(seed: string, ordersEach: number | null): readonly RecoveryOrder[] {
  if (ordersEach === null) return recoveryOrders
  const chance = chanceFrom(seed)
  const left = [...recoveryOrders]
  return Array.from({ length: ordersEach }, () => left.splice(chance.below(left.length), 1)).flat()
}
