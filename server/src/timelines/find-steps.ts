import type { CollectionRow, PageTry } from '../collections/collections.ts'
import type { Transaction } from '../database/database.ts'
import type { WithdrawalRow } from '../withdrawals/withdrawals.ts'
import { type Audience, type Entries, type Entry, mostOfAKind, newest, type Subject } from './entries.ts'

type StepRow<Status> = {
  from: Status | null
  to: Status
  source: string
  provider_payment_status: string | null
  note: string | null
  by: string | null
  at: Date
}

export async function findCollectionSteps(tx: Transaction, { id }: Subject): Promise<Entries> {
  const rows = await tx<StepRow<CollectionRow['status']>[]>`
    select h.from_status as "from", h.to_status as "to", h.source, h.provider_payment_status, h.note, h.at,
      case when h.from_status is null then coalesce(u.name, k.name) end as "by"
    from collection_history h join collections c on c.id = h.collection_id
      left join users u on u.id = c.created_by left join api_keys k on k.id = c.api_key_id
    where h.collection_id = ${id} order by h.seq desc limit ${mostOfAKind + 1}`
  return newest(rows, ({ at, ...step }) => ({
    at: at.toISOString(),
    kind: 'state',
    title: titleOf(step),
    ...step,
  }))
}

/** Who of the Super Admins decided, and what the provider calls it, is not for the merchant to know. */
export async function findWithdrawalSteps(
  tx: Transaction,
  { id }: Subject,
  { isAdmin }: Audience,
): Promise<Entries> {
  const rows = await tx<StepRow<WithdrawalRow['status']>[]>`
    select h.from_status as "from", h.to_status as "to", h.source, h.provider_payment_status, h.note, h.at,
      coalesce(u.name, case when h.from_status is null then coalesce(a.name, k.name) end) as "by"
    from withdrawal_history h join withdrawals w on w.id = h.withdrawal_id
      left join users u on u.id = h.by_user
      left join users a on a.id = w.asked_by left join api_keys k on k.id = w.api_key_id
    where h.withdrawal_id = ${id} order by h.seq desc limit ${mostOfAKind + 1}`
  return newest(rows, ({ at, by, provider_payment_status: providerStatus, ...step }) => ({
    at: at.toISOString(),
    kind: 'state',
    title: threadTitleOf(step) ?? titleOf(step),
    ...step,
    provider_payment_status: isAdmin ? providerStatus : null,
    by: isAdmin || step.source === 'merchant' ? by : null,
  }))
}

function titleOf({ from, to }: { from: string | null; to: string }) {
  if (from === null) return 'state.begun'
  return from === to ? 'state.noted' : 'state.changed'
}

function threadTitleOf({ from, to }: { from: string | null; to: string }) {
  if (to === 'INFO_REQUESTED') return 'state.asked'
  return from === 'INFO_REQUESTED' && to === 'PENDING_ADMIN_APPROVAL' ? 'state.answered' : null
}

/** A try that is not of a page ends as its collection does, and nothing is written of it. */
export function showTries(tries: PageTry[]): Entries {
  return {
    entries: tries.flatMap((one) => {
      const { number, method, provider, provider_reference: reference, state, created_at, ended_at } = one
      const seen = { kind: 'try', number, method, provider, reference } as const
      const begun: Entry = { at: created_at.toISOString(), ...seen, title: 'try.begun', failure_code: null }
      if (ended_at === null || state === 'open') return [begun]
      const { failure_code } = one
      return [begun, { at: ended_at.toISOString(), ...seen, title: `try.${state}` as const, failure_code }]
    }),
    isCut: false,
  }
}
