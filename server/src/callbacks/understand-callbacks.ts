import { idOfReference } from '../primitives/reference.ts'
import { invalid, Refusal } from '../primitives/refusal.ts'
import {
  type BillPaid,
  type PayOutOutcome,
  type ProviderCallback,
  type RawCallback,
  type Registry,
  simulatedNames,
} from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import type { Subject, SubjectKind } from './callback-subject.ts'
import { misfit, readPlayed, referenceIn } from './read-played.ts'

/** A genuine word about something of ours; in the sandbox a merchant's developer may have played it. */
export type Matched = {
  kind: SubjectKind
  subject: Subject
  eventId: string
  word: PayOutOutcome
  isPlayed?: true
}
/** A genuine word about something that is not here. */
export type Unmatched = { provider: string; callback: ProviderCallback }
/** Somebody says that there is news of it. */
export type Hint = { hint: Subject; about: SubjectKind['about'] }

/** A genuine word about money for a control number. */
export type Billed = { provider: string; billed: ProviderCallback & { bill: BillPaid } }

export type Understood = Matched | Unmatched | Billed | Hint

/** Tells what callbacks are about and whether anybody genuine says so. Nothing is written here. */
export function callbackReader(world: World, registry: Registry, kinds: SubjectKind[]) {
  /** In the words of the provider at whose door it came; only what that provider carries can be its subject. */
  async function understandAdapter(name: string, callback: ProviderCallback): Promise<Understood> {
    if (callback.isGenuine && isBill(callback)) return { provider: name, billed: callback }
    const found = await subjectOf(callback.reference, [name])
    if (!callback.isGenuine) {
      if (!found?.subject.was_sent) throw nothingKnown()
      return { hint: found.subject, about: found.kind.about }
    }
    return found ? matched(found, callback) : { provider: name, callback }
  }

  /** In the words of the interface: of the simulated network, or of a merchant's developer who plays it. */
  async function understandInterface(raw: RawCallback, isProven: boolean): Promise<Understood> {
    const found = await subjectOf(referenceIn(raw.body), simulatedNames)
    const network = readNetwork(found?.subject.provider ?? 'sandbox', raw)
    if (network?.isGenuine && isBill(network)) return { provider: 'sandbox', billed: network }
    if (network?.isGenuine)
      return found ? matched(found, network) : { provider: 'sandbox', callback: network }
    if (!found?.subject.was_sent) throw nothingKnown()
    const played = readPlayed(world, found.kind, found.subject, raw, isProven)
    return played ? { ...found, ...played, isPlayed: true } : { hint: found.subject, about: found.kind.about }
  }

  function read(name: string, raw: RawCallback): ProviderCallback | null {
    return registry.providerOf({ provider: name }).readCallback(raw)
  }

  function readNetwork(name: string, raw: RawCallback): ProviderCallback | null {
    return registry.named(name)?.readCallback(raw) ?? null
  }

  async function subjectOf(
    reference: string,
    carriers: readonly string[],
  ): Promise<{ kind: SubjectKind; subject: Subject } | null> {
    for (const kind of kinds) {
      const id = idOfReference(kind.prefix, reference)
      const subject = id === null ? null : await kind.find(id)
      if (subject && carriers.includes(subject.provider)) return { kind, subject }
    }
    return null
  }

  return {
    /** Without looking anything up. Null when it is no callback of theirs at all. */
    read,
    /** An adapter should not throw, and whoever makes it must not be kept for long for that. */
    tryToRead(name: string, raw: RawCallback): { callback: ProviderCallback | null; fault?: unknown } {
      try {
        return { callback: read(name, raw) }
      } catch (fault) {
        return { callback: null, fault }
      }
    },
    understandAdapter,
    understandInterface,
  }
}

function isBill(callback: ProviderCallback): callback is Billed['billed'] {
  return callback.bill !== undefined
}

function matched(
  { kind, subject }: { kind: SubjectKind; subject: Subject },
  { about, eventId, outcome }: ProviderCallback,
): Matched {
  if (about !== kind.about) throw misfit(kind)
  return { kind, subject, eventId, word: outcome }
}

export function noCallbackOf(name: string): Refusal {
  return invalid({ field: 'body', problem: `is no callback of ${name}` })
}

function nothingKnown(): Refusal {
  return new Refusal('not_found', { message: 'No payment has this provider_reference.' })
}
