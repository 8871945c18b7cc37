import { isDatabaseAway } from '../database/database.ts'
import type { LookUp } from '../evidence/evidence.ts'
import { idOfReference } from '../primitives/reference.ts'
import { invalid, Refusal } from '../primitives/refusal.ts'
import {
  type PayOutOutcome,
  type RawCallback,
  type Registry,
  simulatedNames,
} from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import type { Heard, Subject, SubjectKind } from './callback-subject.ts'
import { misfit, readPlayed, referenceIn } from './read-played.ts'
import {
  callbackKeeper,
  forgottenCallbacks,
  handlingNoter,
  type ReceivedCallback,
  type StoredCallback,
} from './store-callbacks.ts'

export type Taken = Heard & { eventId: string }

/** What to do with a callback that nobody genuine has signed: tell the sender, or go and ask the provider. */
type Forged = 'refuse' | 'ask'

type About = { kind: SubjectKind; subject: Subject }
type Understood = About & { eventId: string; word: PayOutOutcome }
type Hint = About & { isHint: true }

/** Takes callbacks: stores the bytes, lets the adapter read them, and leaves what follows to the door of the subject. */
export function callbackTaker(
  world: World,
  registry: Registry,
  kinds: SubjectKind[],
  /** Somebody who cannot prove it says that there is news. */
  hint: (about: LookUp) => Promise<void>,
) {
  const store = callbackKeeper(world)
  const note = handlingNoter(world)

  async function handle(
    stored: StoredCallback,
    understand: () => Promise<Understood | Hint>,
  ): Promise<Taken | null> {
    try {
      const understood = await understand()
      const { kind, subject } = understood
      if ('isHint' in understood) {
        const { id: subjectId, environment, provider } = subject
        await hint({ subjectId, about: kind.about, environment, provider })
        await note({ id: stored.id, subjectId: subject.id, outcome: 'hint' })
        return null
      }
      const { eventId, word } = understood
      const heard = await kind.hear(subject.id, word, eventId)
      await note({ id: stored.id, subjectId: subject.id, outcome: heard.outcome })
      return { eventId, ...heard }
    } catch (error) {
      if (error instanceof Refusal) await note({ id: stored.id, subjectId: null, outcome: 'refused' })
      throw error
    }
  }

  async function take(received: ReceivedCallback, understand: typeof understandAdapter) {
    const stored = await store(received)
    world.crashPoint?.('callback.stored')
    return await handle(stored, () => understand(stored))
  }

  /** In the words of the provider at whose door it came; only what that provider carries can be its subject. */
  async function understandAdapter(stored: StoredCallback): Promise<Understood | Hint> {
    const { provider: name } = stored
    const callback = registry.providerOf(stored).readCallback(stored)
    if (callback === null) throw invalid({ field: 'body', problem: `is no callback of ${name}` })
    const { kind, subject } = await subjectOf(kinds, callback.reference, [name])
    if (!callback.isGenuine) return { kind, subject, isHint: true }
    if (callback.about !== kind.about) throw misfit(kind)
    return { kind, subject, eventId: callback.eventId, word: callback.outcome }
  }

  /** In the words of the interface: of the simulated network, or of a merchant's developer who plays it. */
  async function understandInterface(stored: StoredCallback, forged: Forged): Promise<Understood | Hint> {
    const { kind, subject } = await subjectOf(kinds, referenceIn(stored.body), simulatedNames)
    const played = readPlayed(world, kind, subject, stored)
    if (played) return { kind, subject, ...played }
    const callback = registry.providerOf(subject).readCallback(stored)
    if (callback?.isGenuine) {
      if (callback.about !== kind.about) throw misfit(kind)
      return { kind, subject, eventId: callback.eventId, word: callback.outcome }
    }
    if (forged === 'refuse' && subject.environment === 'sandbox') throw new Refusal('invalid_signature')
    return { kind, subject, isHint: true }
  }

  /** What fails a second time would fail for ever, and stand in the way of the others. */
  async function giveUp({ id }: StoredCallback, error: unknown): Promise<void> {
    if (!isDatabaseAway(error)) await note({ id, subjectId: null, outcome: 'refused' })
  }

  return {
    /** At the door of a provider. Null when it was taken for a hint: the provider was then asked. */
    async take(name: string, raw: RawCallback): Promise<Taken | null> {
      if (registry.named(name) === null)
        throw new Refusal('not_found', { message: 'No provider has this name.' })
      return await take({ ...raw, provider: name, at_interface: false }, understandAdapter)
    },
    /** At the door that the interface names. Null as well when it was taken for a hint. */
    async takeAtInterface(raw: RawCallback): Promise<Taken | null> {
      const received = { ...raw, provider: 'sandbox', at_interface: true }
      return await take(received, (stored) => understandInterface(stored, 'refuse'))
    },
    /** Takes up what was stored by somebody who did not live to handle it. */
    async takeForgotten(): Promise<number> {
      const forgotten = await forgottenCallbacks(world)
      const understand = (stored: StoredCallback) =>
        stored.at_interface ? understandInterface(stored, 'ask') : understandAdapter(stored)
      await Promise.all(
        forgotten.map((stored) =>
          handle(stored, () => understand(stored)).catch((error) => giveUp(stored, error)),
        ),
      )
      return forgotten.length
    },
  }
}

export type CallbackTaker = ReturnType<typeof callbackTaker>

async function subjectOf(
  kinds: SubjectKind[],
  reference: string,
  carriers: readonly string[],
): Promise<About> {
  for (const kind of kinds) {
    const id = idOfReference(kind.prefix, reference)
    const subject = id === null ? null : await kind.find(id)
    if (subject && carriers.includes(subject.provider)) return { kind, subject }
  }
  throw new Refusal('not_found', { message: 'No payment has this provider_reference.' })
}
