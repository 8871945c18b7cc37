import type { Discrepancy, Mirror, Step, Touched } from './mirror.ts'
import type { Stage } from './stage.ts'

/** Nothing happens to a collection that nobody said or decided: every step and contradiction has its word. */
export function judgeWords({ mirror, network, clock }: Stage, touched: Touched): string[] {
  const toldOf = (id: string) =>
    network.told.get(mirror.collections.get(id)?.description ?? '') ?? new Set<string>()
  const labelled = (id: string, fault: string | null) =>
    fault === null ? [] : [`${mirror.collections.get(id)?.description} ${fault}`]
  const steps = touched.steps.flatMap((step) =>
    labelled(step.collection_id, stepFault(mirror, step, toldOf(step.collection_id), clock.now())),
  )
  const contradictions = [...touched.discrepancies].flatMap((id) => {
    const found = mirror.discrepancies.get(id)
    return found
      ? labelled(found.collection_id, contradictionFault(mirror, found, toldOf(found.collection_id)))
      : []
  })
  return [...steps, ...contradictions]
}

const needed: Record<string, readonly string[]> = {
  // A try of a page has failed.
  processing: ['failed', 'reversed'],
  successful: ['succeeded', 'reversed'],
  pending_clearance: ['succeeded'],
  failed: ['failed', 'reversed'],
  reversed: ['reversed'],
}

function stepFault(mirror: Mirror, step: Step, told: Set<string>, now: Date): string | null {
  const { collection_id: id, source, to_status: to, from_status: from } = step
  if (from === null) return null
  if (source === 'customer') return null
  if (source === 'expiry')
    return isDue(mirror, step, now) ? null : `expired at ${now.toISOString()}, before its time`
  if (source === 'super_admin') return isAudited(mirror, id) ? null : 'was decided without an audit entry'
  return needed[to]?.some((word) => told.has(word)) ? null : `became ${to} by ${source}, and nobody said so`
}

const idleMs = 15 * 60_000

/** A code that ran out, a page that did, or one on which nobody has tried again since the last try failed. */
function isDue(mirror: Mirror, { collection_id: id, seq }: Step, now: Date): boolean {
  const collection = mirror.collections.get(id)
  const ends = [collection?.qr_expires_at, collection?.page_ends_at].flatMap((end) => end ?? [])
  if (ends.some((end) => new Date(end) <= now)) return true
  const before = mirror.history.get(id)?.find((one) => one.seq === seq - 1)
  const idleSince =
    before?.to_status === 'processing' ? new Date(before.at).getTime() : Number.POSITIVE_INFINITY
  return collection?.page_token != null && idleSince + idleMs <= now.getTime()
}

function isAudited(mirror: Mirror, id: string): boolean {
  if (mirror.audited.has(id)) return true
  return [...mirror.discrepancies.values()].some(
    (one) => one.collection_id === id && mirror.audited.has(one.id),
  )
}

const spoken: Record<string, string> = {
  success_after_failure: 'succeeded',
  failure_after_success: 'failed',
  other_amount: 'succeeded',
  other_currency: 'succeeded',
  success_before_request: 'succeeded',
  reversal_after_failure: 'reversed',
  another_try_paid: 'succeeded',
  missing_here: 'succeeded',
}

function contradictionFault(
  mirror: Mirror,
  { id, kind, status }: Discrepancy,
  told: Set<string>,
): string | null {
  // Said at the wrong door, of nothing that is known there.
  if (kind === 'unknown_reference') return null
  if (!told.has(spoken[kind] ?? '')) return `has a discrepancy ${kind}, and nobody said so`
  if (status === 'settled' && !mirror.audited.has(id))
    return `has a discrepancy settled without an audit entry`
  return null
}
