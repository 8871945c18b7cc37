import { chanceFrom } from '../simulation/kernel/chance.ts'

export const kinds = [
  'power_cut',
  'power_cut_while_behind',
  'lost_before_covered',
  'freeze',
  'hang',
  'crash',
  'switchover',
  'cut_off',
  'parted',
  'disk_full',
] as const
export type FailoverKind = (typeof kinds)[number]

/** These ask for networks and disks of their own, which only root can make. */
const kindsOfMachines: readonly FailoverKind[] = ['cut_off', 'parted', 'disk_full']

export const kindsPossible = (hasMachines: boolean): FailoverKind[] =>
  kinds.filter((kind) => hasMachines || !kindsOfMachines.includes(kind))

export type Failover = {
  kind: FailoverKind
  /** How long everything is well before it. */
  afterMs: number
  /** How long the node is left as it is once another leads. */
  forMs: number
}

/** The same seed draws the same faults; each kind comes before any comes again. */
export function drawFailovers(
  seed: string,
  count: number,
  only: readonly FailoverKind[] = kinds,
): Failover[] {
  const chance = chanceFrom(`${seed} failovers`)
  const drawn: Failover[] = []
  let bag: FailoverKind[] = []
  while (drawn.length < count) {
    if (bag.length === 0) bag = [...only]
    const kind = chance.pick(bag)
    bag.splice(bag.indexOf(kind), 1)
    drawn.push({ kind, afterMs: 2_000 + chance.below(3_000), forMs: chance.below(5_000) })
  }
  return drawn
}
