import { type Failure, failureOf } from '../primitives/failure.ts'
import type { CollectionRow } from './collection-row.ts'
import { failureIn, judgeReport, type Screening, type Verdict, type Word } from './judge-report.ts'
import { pageEndOf } from './page-rules.ts'
import type { PageTry, TryState } from './page-try.ts'

/** What a word means for a collection of several tries, and what it makes of the try that it is about. */
export type TryVerdict = { verdict: Verdict; end: TryEnd | null }
export type TryEnd = { state: Exclude<TryState, 'open'>; failure: Failure | null }

/** A page, or what a provider has refused before, with its tries, one of which somebody speaks of. */
export type Spoken = { collection: CollectionRow; tries: PageTry[]; tried: PageTry }

const ignore: Verdict = { kind: 'ignore' }

/**
 * What a word about one of its tries means for a page as it stands. Whichever try succeeds first pays the collection, also one that
 * was said to have failed; whatever succeeds beside it contradicts. A try that fails ends only itself while somebody may try again, which
 * is on a page. Pure, as `judgeReport` is.
 */
export function judgeTry(page: Spoken, word: Word, screening: Screening, at: Date): TryVerdict {
  const { collection, tries, tried } = page
  const ordered = asTried(collection, tried)
  if (word.kind === 'decided') return judgeDecision(judgeReport(ordered, word, screening), tried, word)
  const end = tried.state === 'open' ? endIn(word) : null
  const isPaidByAnother = tries.some(({ id, state }) => state === 'paid' && id !== tried.id)
  if (isPaidByAnother) return { verdict: judgeBeside(ordered, word, screening), end }
  if (collection.status === 'processing') return judgeOpen(page, word, screening, at)
  const verdict = judgeReport(ordered, word, screening)
  const isUnpaid = verdict.kind === 'move' && verdict.path.at(-1) === 'failed'
  return { verdict, end: isUnpaid ? { state: 'failed', failure: failureIn(word) } : end }
}

/** The collection as the order of one of its tries has it. */
export function asTried(collection: CollectionRow, tried: PageTry): CollectionRow {
  const { provider, provider_reference, method } = tried
  return {
    ...collection,
    provider,
    provider_reference,
    method,
    customer_phone: tried.customer_phone ?? collection.customer_phone,
  }
}

function judgeOpen({ collection, tried }: Spoken, word: Word, screening: Screening, at: Date): TryVerdict {
  const verdict = judgeReport(asTried(collection, tried), word, screening)
  if (verdict.kind !== 'move') return { verdict, end: null }
  const pays = verdict.path.includes('successful') || verdict.path.includes('pending_clearance')
  if (tried.state !== 'open') {
    if (word.kind === 'reversed') {
      return {
        verdict: { kind: 'discrepancy', what: 'reversal_after_failure', theirs: 'reversed' },
        end: null,
      }
    }
    return pays ? { verdict, end: { state: 'paid', failure: null } } : { verdict: ignore, end: null }
  }
  if (pays) return { verdict, end: { state: 'paid', failure: null } }
  const end = endIn(word) ?? { state: 'failed', failure: failureIn(word) }
  const isOver = collection.page_token === null || pageEndOf(collection) <= at
  const note = `try ${tried.number} ${end.state === 'cancelled' ? 'was cancelled' : `failed: ${verdict.note}`}`
  return { verdict: { kind: 'move', path: [isOver ? 'failed' : 'processing'], note }, end }
}

/** Another try has paid already. Money of this one is nobody's, until a person has seen to it. */
function judgeBeside(ordered: CollectionRow, word: Word, screening: Screening): Verdict {
  if (word.kind === 'failed' || word.kind === 'reversed') {
    return judgeReport({ ...ordered, status: 'failed' }, word, screening)
  }
  if (word.kind !== 'succeeded') return ignore
  const verdict = judgeReport({ ...ordered, status: 'processing' }, word, screening)
  return verdict.kind === 'discrepancy'
    ? verdict
    : { kind: 'discrepancy', what: 'another_try_paid', theirs: 'successful' }
}

/** Who believes that a try was paid makes it the one that paid; who ends what is open ends the try too. */
function judgeDecision(verdict: Verdict, tried: PageTry, word: Word): TryVerdict {
  const path = verdict.kind === 'move' ? verdict.path : []
  if (path.includes('successful')) return { verdict, end: { state: 'paid', failure: null } }
  const endsUnpaid = path.includes('failed') && (tried.state === 'open' || tried.state === 'paid')
  return { verdict, end: endsUnpaid ? { state: 'failed', failure: failureIn(word) } : null }
}

/** How a word ends a try that is open, whatever it means for the collection. */
function endIn(word: Word): TryEnd | null {
  if (word.kind === 'cancelled') return { state: 'cancelled', failure: failureOf('cancelled') }
  const isEnd = word.kind === 'failed' || word.kind === 'expired' || word.kind === 'reversed'
  return isEnd ? { state: 'failed', failure: failureIn(word) } : null
}
