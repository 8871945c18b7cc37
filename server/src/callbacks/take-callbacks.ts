import { type Environment, environments } from '@malipo/contract'
import { type Fragment, isPassingFault } from '../database/database.ts'
import { openDiscrepancies } from '../discrepancies/discrepancies.ts'
import { type LookUp, tellWord } from '../evidence/evidence.ts'
import { type Taking, takeOnce } from '../jobs/jobs.ts'
import { Refusal, tooLarge } from '../primitives/refusal.ts'
import type { Carried, ProviderCallback, RawCallback, Registry } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import type { HearBill, Heard, SubjectKind } from './callback-subject.ts'
import { bury, type Letter } from './dead-letters.ts'
import {
  callbackKeeper,
  claimCallbacks,
  handlingNoter,
  postpone,
  type ReceivedCallback,
  type StoredCallback,
} from './inbox.ts'
import { type Unproven, unprovenKeeper } from './keep-unproven.ts'
import { referenceIn } from './read-played.ts'
import {
  type Billed,
  callbackReader,
  type Hint,
  type Matched,
  noCallbackOf,
  type Understood,
  type Unmatched,
} from './understand-callbacks.ts'

export type Taken = Heard & { eventId: string }

/** With the longest body that any provider may send, this many are a few megabytes. */
const mostInHand = 50

/** Takes callbacks: lets the adapter read them, stores what it proves, and leaves what follows to the door of the subject. */
export function callbackTaker(
  world: World,
  registry: Registry,
  kinds: SubjectKind[],
  hearBill: HearBill,
  /** Somebody who cannot prove it says that there is news. */
  hint: (about: LookUp) => Promise<void>,
) {
  const openInbox = () => ({
    store: callbackKeeper(world),
    note: handlingNoter(world),
    keepUnproven: unprovenKeeper(world),
  })
  // What comes at the doors of the sandbox is not felt at those of live.
  const inboxes = { live: openInbox(), sandbox: openInbox() }
  const inboxOf = (from: Carried) => inboxes[registry.environmentOf(from)]
  const reader = callbackReader(world, registry, kinds)

  async function hear(
    understood: Matched | Unmatched | Billed,
  ): Promise<Taken & { subjectId: string | null }> {
    if ('callback' in understood) {
      await keepUnmatched(world, registry, understood)
      return { eventId: understood.callback.eventId, outcome: 'discrepancy', status: null, subjectId: null }
    }
    if ('billed' in understood) {
      const { provider, billed } = understood
      const { collectionId: subjectId, ...heard } = await hearBill({ ...billed, provider })
      return { eventId: billed.eventId, ...heard, subjectId }
    }
    const { kind, subject, eventId, word } = understood
    return { eventId, ...(await kind.hear(subject, word, eventId)), subjectId: subject.id }
  }

  async function follow({ hint: subject, about }: Hint): Promise<void> {
    const { id, try_id: subjectId = id, environment, provider } = subject
    await hint({ subjectId, about, environment, provider })
  }

  /** Carries out what is stored. Whatever goes wrong, it is tried again later, or a person sees it. */
  async function handle(
    stored: StoredCallback,
    understand: () => Promise<Understood>,
  ): Promise<Taken | null> {
    const { note } = inboxOf(stored)
    let isPlayed = false
    try {
      const understood = await understand()
      isPlayed = 'isPlayed' in understood
      if ('hint' in understood) {
        await follow(understood)
        await note({ id: stored.id, subject_id: understood.hint.id, outcome: 'hint' })
        return null
      }
      const { subjectId, ...taken } = await hear(understood)
      if ('word' in understood && taken.outcome === 'applied') await tellNetwork(understood, stored)
      await note({ id: stored.id, subject_id: subjectId, outcome: taken.outcome })
      return taken
    } catch (error) {
      // If not even that can be written, the lease ends, and somebody takes it over.
      await Promise.allSettled([setBack(stored, error, isPlayed)])
      throw error
    }
  }

  /** The simulated network did not see it happen; what it does not know of it could never return. */
  async function tellNetwork({ isPlayed, word, subject }: Matched, { body }: StoredCallback): Promise<void> {
    if (isPlayed && word.kind === 'succeeded')
      await registry.rehearsalOf(subject)?.believePaid(referenceIn(body))
  }

  async function setBack(stored: StoredCallback, error: unknown, isPlayed: boolean): Promise<void> {
    const isFinal = error instanceof Refusal && error.status < 500
    const fault = error instanceof Refusal ? `${error.code}: ${error.message}` : String(error)
    if (!isFinal && (await postpone(world, stored, fault))) return
    // Nobody vouched for it, or whoever played it was told: no person has to know, and no row has to stay for them.
    const isNobodys = isPlayed || (isFinal && !stored.is_proven)
    if (isNobodys) await inboxOf(stored).note({ id: stored.id, subject_id: null, outcome: 'refused' })
    else await bury(world, registry, stored, fault)
  }

  async function takeIn(
    received: ReceivedCallback,
    understand: (stored: StoredCallback) => Promise<Understood>,
  ) {
    const stored = await inboxOf(received).store(received)
    world.crashPoint?.('callback.stored')
    return await handle(stored, () => understand(stored))
  }

  /** What nobody vouches for leaves nothing behind but a hint, and a place in a ring. */
  async function takeUnproven(unproven: Unproven, understand: () => Promise<Understood>): Promise<null> {
    await inboxOf(unproven).keepUnproven(unproven)
    const understood = await understand()
    if ('hint' in understood) await follow(understood)
    return null
  }

  function callbackIn(stored: StoredCallback): ProviderCallback {
    const callback = reader.read(stored.provider, stored)
    if (callback === null) throw noCallbackOf(stored.provider)
    // What was genuine when it came stays so: signatures may hold for minutes only.
    return stored.is_proven ? { ...callback, isGenuine: true } : callback
  }

  const understandAgain = async (stored: StoredCallback) =>
    stored.at_interface
      ? await reader.understandInterface(stored, stored.is_proven)
      : await reader.understandAdapter(stored.provider, callbackIn(stored))

  /** How what was stored is taken up by the next one, if whoever stored it did not live to handle it, or could not. */
  function taking(environment: Environment): Taking<StoredCallback> {
    let inHand = 0
    return {
      claim: () => claimCallbacks(world, fromProvidersOf(world, registry, environment), mostInHand - inHand),
      async lookAfter(stored) {
        inHand += 1
        // Whoever cannot handle it has given it its next time already, or buried it.
        await Promise.allSettled([handle(stored, () => understandAgain(stored))])
        inHand -= 1
        return false
      },
      letGo: async () => {},
    }
  }

  return {
    /** At the door of a provider. Null when it was taken for a hint: the provider is then asked. */
    async take(name: string, raw: RawCallback): Promise<Taken | null> {
      const provider = registry.named(name)
      if (provider === null) throw new Refusal('not_found', { message: 'No provider has this name.' })
      if (raw.body.length > provider.can.callbackBytes) throw tooLarge(provider.can.callbackBytes)
      const read = reader.tryToRead(name, raw)
      if (read.callback?.isGenuine)
        return await takeIn({ ...raw, provider: name, at_interface: false, is_proven: true }, understandAgain)
      return await takeUnproven({ ...raw, provider: name }, async () => {
        if (read.fault !== undefined) throw read.fault
        if (read.callback === null) throw noCallbackOf(name)
        return await reader.understandAdapter(name, read.callback)
      })
    },
    /** At the door that the interface names. Null as well when it was taken for a hint. */
    async takeAtInterface(raw: RawCallback): Promise<Taken | null> {
      const [tried] = await Promise.allSettled([reader.understandInterface(raw, false)])
      if (tried.status === 'fulfilled' && !('hint' in tried.value)) {
        const received = { ...raw, provider: 'sandbox', at_interface: true, is_proven: true }
        const understood = tried.value
        return await takeIn(received, async () => understood)
      }
      return await takeUnproven({ ...raw, provider: 'sandbox' }, async () => {
        if (tried.status === 'rejected') throw tried.reason
        const understood = tried.value
        if ('hint' in understood && understood.hint.environment === 'sandbox')
          throw new Refusal('invalid_signature')
        return understood
      })
    },
    /** The id of what a genuine callback is about; null where that cannot be read, and not where it just could not be found out. */
    async subjectOf({ provider, at_interface: atInterface, ...raw }: Letter): Promise<string | null> {
      const understand = async () => {
        if (atInterface) return await reader.understandInterface(raw, true)
        const callback = reader.read(provider, raw)
        return callback && (await reader.understandAdapter(provider, { ...callback, isGenuine: true }))
      }
      const understood = await understand().catch((error: unknown) => {
        if (isPassingFault(error)) throw error
        return null
      })
      return understood && 'subject' in understood ? understood.subject.id : null
    },
    taking,
    /** One look at what is due, for whoever has to know when all of it is done. Returns how much there was. */
    takeDue: () => takeOnce(...environments.map(taking)),
  }
}

export type CallbackTaker = ReturnType<typeof callbackTaker>

/** Those of an environment. Who is not set up here any more counts as live. */
function fromProvidersOf({ sql }: World, registry: Registry, environment: Environment): Fragment {
  const played = registry.names().filter((provider) => registry.environmentOf({ provider }) === 'sandbox')
  return environment === 'sandbox'
    ? sql`provider = any(${played}::text[])`
    : sql`provider <> all(${played}::text[])`
}

/** A row may have been lost in a failover, or never have been ours: a person finds out. */
async function keepUnmatched(
  world: World,
  registry: Registry,
  { provider, callback: { reference, about, outcome } }: Unmatched,
): Promise<void> {
  const contradiction = {
    provider,
    reference,
    environment: registry.environmentOf({ provider }),
    kind: 'unknown_reference',
    ours: `no ${about} has this reference`,
    theirs: tellWord(outcome).told,
  } as const
  await world.sql.begin((tx) => openDiscrepancies(tx, world, [contradiction]))
}
