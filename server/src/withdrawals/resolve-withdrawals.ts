import type { Transaction } from '../database/database.ts'
import { type Contradiction, openDiscrepancies } from '../discrepancies/discrepancies.ts'
import { findTurns, hint, keepWords, type LookUp, type Said } from '../evidence/evidence.ts'
import { failureOf } from '../primitives/failure.ts'
import { leaveOutOfWord } from '../primitives/leave-out-people.ts'
import { textFromMinor } from '../primitives/money.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { Exchange, PayOutOutcome } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import { judgePayOut, type Verdict } from './judge-payout.ts'
import { lockFreeWithdrawals, lockWithdrawals } from './lock-withdrawals.ts'
import { moveWithdrawals, type Step, stepOf } from './move-withdrawals.ts'
import { findPeople } from './people-of-refunds.ts'
import type { Source } from './withdrawal-lifecycle.ts'
import type { WithdrawalRow } from './withdrawal-row.ts'

/** What a provider said about a payout. An event that has a name acts once. */
export type Report = {
  withdrawalId: string
  source: Extract<Source, 'reply' | 'callback' | 'look_up'>
  word: PayOutOutcome
  eventId?: string
}

export type Resolution = {
  outcome: 'applied' | 'duplicate' | 'ignored' | 'discrepancy'
  withdrawal: WithdrawalRow
}

/** Judges reports in their order against the locked rows, then writes all that follows at once. */
export async function resolveWithdrawals(
  tx: Transaction,
  world: World,
  reports: Report[],
): Promise<Resolution[]> {
  return await resolveLocked(tx, world, reports, await lockWithdrawals(tx, idsOf(reports)))
}

/** The same for those whose withdrawal nobody else holds now; null for the others. Nobody is waited for. */
export async function resolveFree(
  tx: Transaction,
  world: World,
  reports: Report[],
  merchantIds: string[],
): Promise<(Resolution | null)[]> {
  const locked = await lockFreeWithdrawals(tx, idsOf(reports), merchantIds)
  const free = reports.filter(({ withdrawalId }) => locked.has(withdrawalId))
  const resolutions = await resolveLocked(tx, world, free, locked)
  const byReport = new Map(free.map((report, place) => [report, resolutions[place] ?? null]))
  return reports.map((report) => byReport.get(report) ?? null)
}

function idsOf(reports: Report[]): string[] {
  return reports.map(({ withdrawalId }) => withdrawalId)
}

async function resolveLocked(
  tx: Transaction,
  world: World,
  reports: Report[],
  locked: Map<string, WithdrawalRow>,
): Promise<Resolution[]> {
  if (reports.length === 0) return []
  const at = world.clock.now()
  const steps: Step[] = []
  const contradictions: { contradiction: Contradiction; heard: Said[] }[] = []
  const doubted: LookUp[] = []
  const said: Said[] = []
  const resolutions: Resolution[] = []
  const peopleIn = await findPeople(tx, [...locked.values()])
  for (const given of reports) {
    const withdrawal = locked.get(given.withdrawalId)
    if (!withdrawal) throw new Refusal('not_found')
    const report = { ...given, word: leaveOutOfWord(given.word, peopleIn(withdrawal)) }
    if (!(await mayAct(tx, report, withdrawal, at))) {
      resolutions.push({ outcome: 'duplicate', withdrawal })
      continue
    }
    const verdict = judge(report, withdrawal)
    if (verdict.kind === 'doubt') doubted.push(lookUpOf(withdrawal))
    const heard = saidIn(report, withdrawal, verdict.kind === 'doubt')
    said.push(...heard)
    const judged = verdict.kind === 'move' ? stepTo(report, withdrawal, verdict, at) : null
    const step = judged && (await isSettled(tx, judged, said)) ? null : judged
    if (step) steps.push(step)
    if (verdict.kind === 'discrepancy')
      contradictions.push({ contradiction: contradictionOf(withdrawal, verdict), heard })
    locked.set(withdrawal.id, step?.after ?? withdrawal)
    resolutions.push({ outcome: outcomeOf(verdict, step), withdrawal: step?.after ?? withdrawal })
  }
  await moveWithdrawals(tx, world, steps)
  const turns = await keepWords(tx, world, said)
  await openDiscrepancies(
    tx,
    world,
    contradictions.map(({ contradiction, heard }) => ({
      ...contradiction,
      isTurn: heard.some((word) => turns.has(word)),
    })),
  )
  await hint(tx, world, doubted)
  await keepExchanges(tx, world, reports)
  world.crashPoint?.('withdrawal.resolving')
  return resolutions
}

/** Payouts are few, so every word is kept; but that one is on its way is the usual answer, and tells nothing. */
function saidIn({ source, word }: Report, ordered: WithdrawalRow, isDoubted: boolean): Said[] {
  if (source === 'reply' && word.kind === 'pending') return []
  const { id: subjectId, status } = ordered
  return [{ about: 'disbursement', subjectId, ordered, status, source, word, isDoubted }]
}

function judge({ word, source }: Report, withdrawal: WithdrawalRow): Verdict {
  const verdict = judgePayOut(withdrawal, source === 'reply' ? word : withoutBlock(word))
  return verdict.kind === 'doubt' && source === 'look_up' ? { ...verdict, kind: 'discrepancy' } : verdict
}

function lookUpOf({ id: subjectId, environment, provider }: WithdrawalRow): LookUp {
  return { subjectId, about: 'disbursement', environment, provider }
}

function stepTo(
  { word, source }: Report,
  withdrawal: WithdrawalRow,
  { to, note }: Extract<Verdict, { kind: 'move' }>,
  at: Date,
): Step {
  const providerStatus = 'providerStatus' in word ? word.providerStatus : null
  const failure = word.kind === 'failed' && { failure: failureOf(word.reason, word.providerMessage) }
  return stepOf({ withdrawal, to, source, byUser: null, providerStatus, note, ...failure }, at)
}

function contradictionOf(
  { id, merchant_id: merchantId, environment, status, currency, amount }: WithdrawalRow,
  { what, theirs }: Extract<Verdict, { kind: 'discrepancy' }>,
): Contradiction {
  const ours = `${status} ${currency} ${textFromMinor(amount)}`
  return { merchantId, environment, withdrawalId: id, kind: what, ours, theirs }
}

/** Only the answer to a payout tells that nothing was taken in. To be turned away when asking tells nothing of it. */
function withoutBlock(word: PayOutOutcome): PayOutOutcome {
  return word.kind === 'blocked' ? { kind: 'unknown', because: word.providerMessage } : word
}

/**
 * What a person has decided once is not asked again, however often the provider repeats it; unless it has said otherwise
 * in between, because what was not so then may be so now.
 */
async function isSettled(tx: Transaction, { after, note }: Step, said: Said[]): Promise<boolean> {
  if (after.status !== 'NEEDS_ADMIN_ATTENTION') return false
  const [before] = await tx`
    select from withdrawal_history
    where withdrawal_id = ${after.id} and to_status = 'NEEDS_ADMIN_ATTENTION' and note = ${note}`
  if (!before) return false
  // What came with it in one batch was said before it as well, and is not kept yet.
  const turns = await findTurns(
    tx,
    said.filter(({ subjectId }) => subjectId === after.id),
  )
  return !turns.at(-1)?.isTurn
}

function outcomeOf(verdict: Verdict, step: Step | null): Resolution['outcome'] {
  if (verdict.kind === 'discrepancy') return 'discrepancy'
  if (step === null) return 'ignored'
  return step.after.status === 'NEEDS_ADMIN_ATTENTION' ? 'discrepancy' : 'applied'
}

async function mayAct(tx: Transaction, { eventId }: Report, row: WithdrawalRow, at: Date): Promise<boolean> {
  if (eventId === undefined) return true
  const claimed = await tx`
    insert into provider_events (merchant_id, environment, provider, event_id, at)
    values (${row.merchant_id}, ${row.environment}, ${row.provider}, ${eventId}, ${at}) on conflict do nothing`
  return claimed.count === 1
}

const kinds = { reply: 'pay_out', look_up: 'look_up', callback: 'callback' } as const

async function keepExchanges(tx: Transaction, world: World, reports: Report[]): Promise<void> {
  const rows = reports.flatMap(({ withdrawalId, source, word }) => {
    const exchange: Exchange | undefined = word.exchange
    if (!exchange) return []
    const { request, response } = exchange
    const at = world.clock.now()
    return [{ id: world.newId(), withdrawal_id: withdrawalId, kind: kinds[source], request, response, at }]
  })
  if (rows.length === 0) return
  await tx`
    insert into provider_exchanges (id, withdrawal_id, kind, request, response, at)
    select id, withdrawal_id, kind, request, response, at
    from json_populate_recordset(null::provider_exchanges, ${JSON.stringify(rows)}::json)`
}
