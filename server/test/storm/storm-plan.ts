import { chanceFrom } from '../simulation/kernel/chance.ts'

export type Behaviour = 'healthy' | 'failing' | 'hanging'

export type StormPlan = {
  seed: string
  events: number
  kills: number
  merchants: number
  /** Without the bad ones their merchants have no events at all; everything else is as it was. */
  badOnes: 'present' | 'absent'
}

export type Storm = {
  behaviours: Behaviour[]
  /** Which merchant each event is of; null when it is left out. */
  owners: (number | null)[]
  /** How long each worker lives once it is ready. */
  livesMs: number[]
}

const shareThatFails = 0.3
const shareThatHangs = 0.05

/** Everything that chance decides, drawn in the same order whether or not the bad ones are there. */
export function drawStorm({ seed, events, kills, merchants, badOnes }: StormPlan): Storm {
  const chance = chanceFrom(seed)
  const failing = Math.round(merchants * shareThatFails)
  const hanging = Math.round(merchants * shareThatHangs)
  const behaviours = Array.from({ length: merchants }, (_, at): Behaviour => {
    if (at < failing) return 'failing'
    return at < failing + hanging ? 'hanging' : 'healthy'
  })
  const owners = Array.from({ length: events }, () => chance.below(merchants))
  return {
    behaviours,
    owners: owners.map((owner) => (badOnes === 'absent' && behaviours[owner] !== 'healthy' ? null : owner)),
    livesMs: Array.from({ length: kills }, () => 200 + chance.below(1_300)),
  }
}
