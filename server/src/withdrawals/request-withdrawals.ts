import { countPayout } from '../auth/auth.ts'
import type { Transaction } from '../database/database.ts'
import type { Actor } from '../http/http.ts'
import { readAvailable, tooLittle } from '../ledger/ledger.ts'
import { findNameCheck } from '../names/names.ts'
import { findRules } from '../pricing/pricing.ts'
import { leaveOutPeople } from '../primitives/leave-out-people.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { Carried, Registry } from '../providers/providers.ts'
import { recipientFor } from '../recipients/recipients.ts'
import { vetPayout } from '../risk/risk.ts'
import type { World } from '../world/world.ts'
import { type Draft, draftWithdrawal } from './draft-withdrawal.ts'
import { findWithdrawal } from './find-withdrawals.ts'
import { lockWithdrawals } from './lock-withdrawals.ts'
import { moveWithdrawals, stepOf } from './move-withdrawals.ts'
import { paymentOf } from './payment-of.ts'
import { findPeople } from './people-of-refunds.ts'
import { vetAnswer } from './vet-answer.ts'
import { type WithdrawalKind, type WithdrawalRow, withdrawalColumns } from './withdrawal-row.ts'

/**
 * Takes a withdrawal in: the charges are worked out anew and frozen, the balance must cover them now, and nothing is
 * reserved. Whether it still does is asked again when somebody approves.
 */
export async function requestWithdrawal(
  tx: Transaction,
  world: World,
  registry: Registry,
  caller: Actor,
  draft: Draft,
  approvalDelayMs: number | null,
): Promise<WithdrawalRow> {
  const [rule] = await findRules(tx, world.clock.now(), [
    { merchantId: caller.merchantId, channel: draft.method },
  ])
  if (!rule) throw new Error(`There is no price for ${draft.method}.`)
  const wished = draftWithdrawal(world, registry, caller, draft, rule)
  const { merchant_id: merchantId, environment, currency } = wished
  const recipientId = await recipientFor(
    tx,
    caller,
    { recipientId: draft.recipientId, place: wished },
    world.clock.now(),
  )
  await countPayout(tx, world, caller.by, wished)
  const available = await readAvailable(tx, { merchantId, environment, currency })
  if (available < wished.total_reserved) throw tooLittle(currency, available, wished.total_reserved)
  const row = {
    ...wished,
    recipient_id: recipientId,
    name_check: await nameCheckOf(tx, world, caller, wished, draft.lookUpId),
    due_at: dueAfter(world.clock.now(), approvalDelayMs),
  }
  // Last, because whoever counts what rules ask for holds it until the commit.
  const vetted = { ...row, review_hit: await vetPayout(tx, world, paymentOf(row)) }
  await insertWithdrawal(tx, vetted)
  return vetted
}

/** What the look-up that came with it says of the recipient as the withdrawal names them; what it had stays where none came. */
async function nameCheckOf(
  tx: Transaction,
  world: World,
  caller: Actor,
  row: WithdrawalRow,
  lookUpId: string | undefined,
): Promise<WithdrawalRow['name_check']> {
  if (lookUpId === undefined) return row.name_check
  const name = row.bank_account_name ?? row.destination_name
  return await findNameCheck(tx, world, caller, { lookUpId, destination: row, name })
}

/** What the merchant says, with a look-up where one was asked for. */
export type Answer = { message: string; look_up_id?: string | undefined }

/** The merchant answers what a Super Admin asked, and the withdrawal goes back to the queue. */
export async function answerRequest(
  tx: Transaction,
  world: World,
  caller: Actor,
  id: string,
  { message, look_up_id: lookUpId }: Answer,
  approvalDelayMs: number | null,
  kind: WithdrawalKind = 'withdrawal',
): Promise<WithdrawalRow> {
  const { id: found } = await findWithdrawal(tx, id, caller, kind)
  const withdrawal = (await lockWithdrawals(tx, [found])).get(found)
  if (withdrawal?.status !== 'INFO_REQUESTED') throw new Refusal('invalid_state')
  const peopleIn = await findPeople(tx, [withdrawal])
  const step = stepOf(
    {
      withdrawal,
      to: 'PENDING_ADMIN_APPROVAL',
      source: 'merchant',
      byUser: caller.by.kind === 'person' ? caller.by.user.id : null,
      providerStatus: null,
      note: leaveOutPeople(message, peopleIn(withdrawal)),
    },
    world.clock.now(),
  )
  const after = { ...step.after, due_at: dueAfter(world.clock.now(), approvalDelayMs) }
  await moveWithdrawals(tx, world, [{ ...step, after }])
  if (lookUpId === undefined) return after
  const nameCheck = await nameCheckOf(tx, world, caller, withdrawal, lookUpId)
  const review = await vetAnswer(tx, world, { ...withdrawal, name_check: nameCheck })
  await tx`
    update withdrawals set name_check = ${JSON.stringify(nameCheck)}::jsonb, review_hit = ${review}
    where id = ${withdrawal.id}`
  return { ...after, name_check: nameCheck, review_hit: review }
}

/** Where approval is played, it comes by itself; everywhere else somebody has to give it. */
export function dueAfter(now: Date, approvalDelayMs: number | null): Date | null {
  return approvalDelayMs === null ? null : new Date(now.getTime() + approvalDelayMs)
}

/** Asked before the transaction begins: whoever answers may need a connection too. */
export async function approvalDelayOf(
  registry: Registry,
  carried: Carried,
  merchantId: string,
): Promise<number | null> {
  return (await registry.rehearsalOf(carried)?.approvalDelayMs(merchantId)) ?? null
}

export async function insertWithdrawal(
  tx: Transaction,
  row: WithdrawalRow,
  byUser: string | null = row.asked_by,
): Promise<void> {
  await insertWithdrawals(tx, [row], byUser)
}

/** All of them in one statement, as asked for by one person. */
export async function insertWithdrawals(
  tx: Transaction,
  rows: readonly WithdrawalRow[],
  byUser: string | null,
): Promise<void> {
  const storable = JSON.stringify(rows, (_name, value) => (typeof value === 'bigint' ? String(value) : value))
  await tx`
    with made as (
      insert into withdrawals (${withdrawalColumns})
      select ${withdrawalColumns} from json_populate_recordset(null::withdrawals, ${storable}::json)
      returning id, merchant_id, status, created_at
    )
    insert into withdrawal_history (merchant_id, withdrawal_id, seq, to_status, source, by_user, at)
    select merchant_id, id, 1, status, 'caller', ${byUser}::uuid, created_at from made`
}
