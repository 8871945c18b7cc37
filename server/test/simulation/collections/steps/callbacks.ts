import type { RawCallback } from '../../../../src/providers/providers.ts'
import { genuine, merchantBytes, providerBytes, type SentCallback } from '../../kernel/callback-bytes.ts'
import { maybeCrash } from '../../kernel/steps.ts'
import { knownCollections, referenceOf } from '../known.ts'
import type { Collection } from '../mirror.ts'
import type { Process } from '../process.ts'
import type { Stage } from '../stage.ts'

const points = ['callback.stored', 'collection.resolving', 'collection.resolved'] as const
const refusals = ['invalid_signature', 'not_found'] as const

/** Callbacks that are due arrive, in any order, several at once or the same one twice at once. */
export function deliverCallbacks(stage: Stage): void {
  const { chance, processes } = stage
  const most = chance.happens(0.25) ? 5 : 1
  for (const sent of dueCallbacks(stage, most, () => true)) {
    const process = chance.pick([processes.a, processes.b])
    const isTwice = chance.happens(0.1)
    if (most === 1 && !isTwice && maybeCrash(stage, process, points))
      stage.stranded.set(sent.label, stage.clock.now().getTime())
    take(stage, process, sent.label, sent.raw)
    if (isTwice) take(stage, process === processes.a ? processes.b : processes.a, sent.label, sent.raw)
  }
}

/** Some of those that may arrive now, one for each payment at most: two words at once would have two stories. */
export function dueCallbacks(stage: Stage, most: number, may: (label: string) => boolean): SentCallback[] {
  const { chance, network, step, stranded } = stage
  const due = network.owed.filter(
    ({ fromStep, label }) => fromStep <= step && !stranded.has(label) && may(label),
  )
  const chosen = new Map<string, SentCallback>()
  while (chosen.size < most && due.length > 0) {
    const [sent] = due.splice(chance.below(due.length), 1)
    if (!sent || chosen.has(sent.label)) continue
    chosen.set(sent.label, sent)
    network.owed.splice(network.owed.indexOf(sent), 1)
  }
  return [...chosen.values()]
}

export function take(stage: Stage, process: Process, label: string, raw: RawCallback): void {
  stage.launch(
    process,
    `callback ${label}`,
    async () => {
      const taken = await process.take(raw)
      return taken === null ? 'a hint' : `${taken.outcome} ${taken.status}`
    },
    refusals,
  )
}

const succeeded = { kind: 'succeeded', providerStatus: 'COMPLETED' } as const

/** Somebody who is not the provider says something; or the provider, of what nobody asked it for. */
export function strangeCallback(stage: Stage): void {
  const { chance, processes } = stage
  const known = knownCollections(stage).filter(({ description }) => !stage.stranded.has(description))
  if (known.length === 0) return
  const collection = chance.pick(known)
  const { description: label } = collection
  const process = chance.pick([processes.a, processes.b])
  const mood = chance.number()
  if (mood < 0.15) {
    take(stage, process, 'of nothing', providerBytes('MLP0', chance.uuid(), succeeded, 'live'))
    return
  }
  take(stage, process, label, strangeBytes(stage, collection, mood))
}

function strangeBytes({ chance, network, shops }: Stage, collection: Collection, mood: number): RawCallback {
  const { description: label, environment, merchant_id: merchant, status, provider } = collection
  const reference = referenceOf(collection)
  if (status === 'created') {
    network.tell(label, 'succeeded')
    return providerBytes(reference, chance.uuid(), succeeded, environment, genuine, provider)
  }
  if (environment === 'live' || mood < 0.5)
    return providerBytes(reference, chance.uuid(), succeeded, environment, 'forged', provider)
  const isGood = chance.happens(0.6)
  network.tell(label, isGood ? 'succeeded' : 'failed')
  const secret = shops.find((shop) => shop.id === merchant)?.secret ?? ''
  const type = isGood ? 'collection.success' : 'collection.failed'
  return merchantBytes(secret, { event_id: chance.uuid(), event_type: type, provider_reference: reference })
}

/** After which time a stored callback counts as forgotten, as the product has it. */
const forgottenAfterMs = 30_000

/** What somebody gave a hint about, or what was ended without the provider. */
export function lookAgain(stage: Stage): void {
  const process = stage.processes.b
  stage.launch(process, 'look again', async () => `${await process.lookAgain()} look-ups`)
}

export function takeForgotten(stage: Stage): void {
  const process = stage.processes.a
  const before = stage.clock.now().getTime() - forgottenAfterMs
  for (const [label, atMs] of stage.stranded) if (atMs < before) stage.stranded.delete(label)
  stage.launch(process, 'forgotten', async () => `${await process.takeDue()} callbacks`)
}
