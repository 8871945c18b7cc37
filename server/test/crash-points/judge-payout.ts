import type { Database } from '../../src/database/database.ts'
import type { Variant } from './cells.ts'
import type { Gateway } from './gateway.ts'
import type { Verdict } from './play-cell.ts'

type Seen = {
  kind: 'withdrawal' | 'refund'
  status: string
  returned: bigint
  moved: string[]
  told: string[]
  approvals: number
  contradictions: number
}

type Ends = Record<string, { moved: string[]; told: string[] }>

const ends: Record<Seen['kind'], Ends> = {
  withdrawal: {
    SUCCESS: {
      moved: ['withdrawal', 'withdrawal_fee', 'withdrawal_release', 'withdrawal_reservation'],
      told: ['disbursement.approved', 'disbursement.success'],
    },
    FAILED: {
      moved: ['withdrawal_release', 'withdrawal_reservation'],
      told: ['disbursement.approved', 'disbursement.failed'],
    },
    NEEDS_RECONCILIATION: { moved: ['withdrawal_reservation'], told: ['disbursement.approved'] },
  },
  refund: {
    SUCCESS: { moved: ['refund', 'refund_release', 'refund_reservation'], told: ['refund.success'] },
    FAILED: { moved: ['refund_release', 'refund_reservation'], told: ['refund.failed'] },
    NEEDS_RECONCILIATION: { moved: ['refund_reservation'], told: [] },
  },
}

/** Holds what the gateway has in its book against what is in ours. */
export async function judgePayout(
  sql: Database,
  { label, gateway, variant }: { label: string; gateway: Gateway; variant: Variant },
): Promise<Verdict> {
  const rows = await sql<Seen[]>`
    select kind, status, coalesce((select refunded from collections c where c.id = w.collection_id), 0) as returned,
      array(select type from ledger_transactions t where t.withdrawal_id = w.id order by type) as moved,
      array(select type from events where resource_id = w.id order by type) as told,
      (select count(*)::int from audit_log where subject_id = w.id and action = 'withdrawal.approve') as approvals,
      (select count(*)::int from discrepancies where withdrawal_id = w.id) as contradictions
    from withdrawals w where destination_name = ${label}`
  const [row] = rows
  const { book } = gateway
  const [entry] = book
  if (!row || rows.length > 1)
    return {
      problems: [`there are ${rows.length} of it`],
      end: 'nothing',
      isLost: !row,
      isDoubled: rows.length > 1,
      isUnknown: false,
    }
  const problems: string[] = []
  const { kind, status, returned, moved, told, approvals, contradictions } = row
  if (book.length > 1) problems.push(`it was taken in ${book.length} times there`)
  if (variant.knowsRepeats && gateway.orders() === 0) problems.push('it was never sent')
  const wanted = endsOf(entry?.state, variant)
  if (!wanted.includes(status)) problems.push(`it is ${status} here, and should be ${wanted.join(' or ')}`)
  const end = ends[kind][status]
  if (String(end?.moved) !== String(moved)) problems.push(`it is ${status}, and booked are ${moved}`)
  if (kind === 'refund' && returned > 0n !== (status === 'SUCCESS'))
    problems.push(`it is ${status}, and ${returned} of its payment has gone back`)
  if (String(end?.told) !== String(told)) problems.push(`it is ${status}, and merchants were told ${told}`)
  if (approvals !== 1) problems.push(`${approvals} approvals are in the audit log`)
  if (contradictions > 0) problems.push(`${contradictions} contradictions were told to people`)
  return {
    problems,
    end: status,
    isLost: entry?.state === 'paid' && status !== 'SUCCESS',
    isDoubled: book.length > 1 || moved.filter((type) => type === kind).length > 1,
    isUnknown: status === 'NEEDS_RECONCILIATION' && entry === undefined,
  }
}

/** What is not in the provider's book has failed only where that was said; else its money stays aside until a person knows more. */
function endsOf(state: string | undefined, { script }: Variant): string[] {
  if (state === 'paid') return ['SUCCESS']
  if (state === 'declined') return ['FAILED']
  return script.says === 'refused' ? ['FAILED', 'NEEDS_RECONCILIATION'] : ['NEEDS_RECONCILIATION']
}
