import type {
  AdminCollectionTimelineEntry,
  AdminWithdrawalTimelineEntry,
  CollectionTimelineEntry,
  WebhookInTimeline,
  WithdrawalTimelineEntry,
} from '@malipo/sdk'
import { failureWords } from '../parts/failure-words.ts'
import { formatMoney, formatTimeClosely } from '../parts/format.ts'
import { statusWords } from '../parts/status-words.ts'
import type { Language } from '../words/words.ts'
import { entryWords, type Source } from './entry-words.ts'

/** Whatever may stand in a timeline, of payments and withdrawals, for merchants and for Super Admins. */
export type Entry =
  | CollectionTimelineEntry
  | WithdrawalTimelineEntry
  | AdminCollectionTimelineEntry
  | AdminWithdrawalTimelineEntry

export type Told = {
  source: Source
  /** What happened, in one line. */
  text: string
  /** Words of people and providers, as they were written. */
  quoted?: string | undefined
  /** What went over the wire, for whoever is shown it. */
  raw?: unknown
  isTrouble?: boolean
}

/** One thing that happened, in the person's language. */
export function tellEntry(entry: Entry, language: Language): Told {
  const words = entryWords[language]
  switch (entry.kind) {
    case 'request':
      return {
        source: 'api',
        text: `${entry.method} ${entry.path} ${entry.status}`,
        isTrouble: entry.status >= 400,
      }
    case 'exchange':
      return {
        source: 'network',
        text: joined(words.exchange[entry.title], outcomeIn(language, entry.outcome)),
        ...('request' in entry && { raw: { request: entry.request, response: entry.response } }),
      }
    case 'callback':
      return {
        source: 'network',
        text: joined(words.callback[entry.title], outcomeIn(language, entry.outcome)),
        ...('body' in entry && { raw: entry.body, quoted: entry.fault ?? undefined }),
      }
    case 'ledger': {
      const sign = entry.direction === 'credit' ? '+' : '\u2212'
      const amount = `${sign}${formatMoney(entry.amount, entry.currency)}`
      const balance = words.available(formatMoney(entry.balance_after, entry.currency))
      return { source: 'books', text: `${amount} ${words.booked[entry.type]}, ${balance}` }
    }
    case 'event':
      return { source: 'webhook', text: words.announced(entry.event_type) }
    case 'webhook':
      return tellDelivery(entry, language)
    case 'state':
      return tellState(entry, language)
    default:
      return tellRest(entry, language)
  }
}

type State = Extract<Entry, { kind: 'state' }>
type Rest = Exclude<
  Entry,
  { kind: 'request' | 'exchange' | 'callback' | 'ledger' | 'event' | 'webhook' | 'state' }
>

function tellState(entry: State, language: Language): Told {
  const words = entryWords[language]
  const called = (status: string): string => {
    const { payment, withdrawal } = statusWords[language]
    return (
      ({ ...payment, ...withdrawal } as Record<string, readonly [unknown, string]>)[status]?.[1] ?? status
    )
  }
  const mover = words.movers[entry.source]
  const by = entry.by ? words.by(entry.by) : mover
  const quoted = entry.note ?? undefined
  const told = (text: string): Told => ({ source: 'state', text: joined(text, by), quoted })
  if (entry.title === 'state.asked') return told(words.stateAsked)
  if (entry.title === 'state.answered') return told(words.stateAnswered)
  if (entry.from === null) return told(words.begun(called(entry.to)))
  if (entry.from === entry.to) return told(called(entry.to))
  return told(`${called(entry.from)} \u2192 ${called(entry.to)}`)
}

function tellDelivery(entry: WebhookInTimeline, language: Language): Told {
  const words = entryWords[language]
  const again = entry.cause === 'replay' ? words.again : undefined
  if (entry.title === 'webhook.owed')
    return { source: 'webhook', text: joined(words.owed(entry.event_type), again) }
  const result = entry.result ? words.attemptResults[entry.result] : ''
  const what = entry.status === null ? result : `${entry.status} ${result}`
  const next = entry.next_attempt_at
    ? words.nextTry(formatTimeClosely(new Date(entry.next_attempt_at)).slice(0, 8))
    : undefined
  return {
    source: 'webhook',
    text: joined(words.attempt(entry.event_type, what), next, again),
    quoted: entry.error ?? undefined,
    isTrouble: entry.result !== 'delivered',
  }
}

function tellRest(entry: Rest, language: Language): Told {
  const words = entryWords[language]
  switch (entry.kind) {
    case 'try': {
      const why = entry.failure_code ? failureWords[language][entry.failure_code] : undefined
      return { source: 'network', text: joined(words.tries[entry.title](entry.number), why) }
    }
    case 'check':
      return {
        source: 'check',
        text: entry.title === 'check.begun' ? words.checkBegun : words.checkEnded,
      }
    case 'word': {
      const often = entry.times > 1 ? words.times(entry.times) : undefined
      return { source: 'network', text: joined(entry.told, often) }
    }
    case 'decision':
      return {
        source: 'operator',
        text: joined(entry.action, entry.by ?? undefined),
        quoted: entry.note ?? undefined,
      }
    case 'discrepancy':
      return {
        source: 'check',
        text: joined(`${entry.discrepancy_kind}: ${entry.ours} / ${entry.theirs}`, entry.by ?? undefined),
        quoted: entry.note ?? undefined,
        isTrouble: entry.title === 'discrepancy.opened',
      }
    case 'quarantine':
      return {
        source: 'network',
        text: joined(words.stuck, entry.said),
        quoted: entry.because,
        isTrouble: true,
      }
  }
}

function outcomeIn(language: Language, outcome: string | null): string | undefined {
  return outcome === null ? undefined : (entryWords[language].outcomes[outcome] ?? outcome)
}

function joined(...parts: (string | undefined)[]): string {
  return parts.filter(Boolean).join(', ')
}
