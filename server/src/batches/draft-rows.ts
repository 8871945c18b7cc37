import { mostBatchProblems } from '@malipo/contract'
import type { Database, Transaction } from '../database/database.ts'
import type { Actor } from '../http/http.ts'
import { findNameChecks, type KeptNameCheck } from '../names/names.ts'
import { type Charges, chargesOf, findRules, type Rule } from '../pricing/pricing.ts'
import { type FieldProblem, Refusal } from '../primitives/refusal.ts'
import type { Registry } from '../providers/providers.ts'
import { recipientsFor } from '../recipients/recipients.ts'
import { payOutCurrency, rowOf, type WithdrawalRow } from '../withdrawals/withdrawals.ts'
import type { World } from '../world/world.ts'
import type { JudgedRow, Problem } from './judge-rows.ts'

export type BatchDesk = { world: World; registry: Registry }

/** A row with its price and what is known of its recipient. */
export type PricedRow = JudgedRow & {
  rule: Rule
  charges: Charges
  nameCheck: KeptNameCheck | null
  /** The saved recipient that it goes to, named or not. */
  recipientId: string | null
}

/** A row that is right, and may not be asked for by the rules about recipients. */
export type BarredRow = Problem & { code: 'recipient_required' | 'recipient_blocked' }

export type Priced = { rows: PricedRow[]; problems: Problem[]; barred: BarredRow[] }

/** What each row costs now, whom it goes to, which look-up it came with, and whether anybody could carry it. */
export async function priceRows(
  sql: Database | Transaction,
  { world, registry }: BatchDesk,
  caller: Actor,
  rows: readonly JudgedRow[],
): Promise<Priced> {
  const methods = [...new Set(rows.map(({ draft }) => draft.method))]
  const wanted = methods.map((channel) => ({ merchantId: caller.merchantId, channel }))
  const rules = await findRules(sql, world.clock.now(), wanted)
  const ruleFor = new Map(methods.map((method, at) => [method, rules[at]]))
  const checks = await nameChecksOf(sql, world, caller, rows)
  const meant = await recipientsFor(sql, caller, rows.map(placeOf), world.clock.now())
  const priced: Priced = { rows: [], problems: [], barred: [] }
  for (const [at, one] of rows.entries()) {
    const { row, draft, checked } = one
    const { id: recipientId = null, bar = null } = meant[at] ?? {}
    const rule = ruleFor.get(draft.method)
    if (!rule) throw new Error(`There is no price for ${draft.method}.`)
    const found = checks.get(row)
    const problems = limitMet(registry, wishOf(caller, one))
    if (found && 'problem' in found) problems.push({ field: 'look_up_id', problem: found.problem })
    priced.problems.push(...problems.map((problem) => ({ row, ...problem })))
    if (bar !== null) priced.barred.push({ row, field: 'recipient_id', problem: whyBarred[bar], code: bar })
    if (problems.length > 0 || bar !== null) continue
    const nameCheck = found && 'check' in found ? found.check : (draft.nameCheck ?? null)
    priced.rows.push({ ...one, rule, charges: chargesOf(rule, checked.amount), nameCheck, recipientId })
  }
  return priced
}

const whyBarred: Record<BarredRow['code'], string> = {
  recipient_required: 'is required: this merchant pays saved recipients only',
  recipient_blocked: 'is that of a recipient who is blocked or was removed',
}

function placeOf({ draft, checked }: Pick<JudgedRow, 'draft' | 'checked'>) {
  return {
    recipientId: draft.recipientId,
    place: {
      method: draft.method,
      destination_code: checked.destinationCode,
      destination_identifier: checked.identifier,
    },
  }
}

async function nameChecksOf(
  sql: Database | Transaction,
  world: World,
  caller: Actor,
  rows: readonly JudgedRow[],
) {
  const looked = rows.flatMap(({ row, draft, checked }) =>
    draft.lookUpId === undefined ? [] : [{ row, draft, checked, lookUpId: draft.lookUpId }],
  )
  const found = await findNameChecks(
    sql,
    world,
    caller,
    looked.map(({ draft, checked, lookUpId }) => ({
      lookUpId,
      destination: placeOf({ draft, checked }).place,
      name: draft.bankAccountName ?? draft.destinationName,
    })),
  )
  return new Map(looked.map(({ row }, at) => [row, found[at]]))
}

function wishOf({ environment, merchantId }: Actor, { draft, checked }: JudgedRow) {
  const { amount, destinationCode } = checked
  return { environment, merchantId, method: draft.method, amount, currency: payOutCurrency, destinationCode }
}

/** What no provider could ever carry is a mistake in the row; that none is set up is not, and is told later. */
function limitMet(registry: Registry, wish: ReturnType<typeof wishOf>): FieldProblem[] {
  try {
    registry.refuseUncarriable(wish)
    return []
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'validation_error') return [...(error.details as FieldProblem[])]
    return error.code === 'amount_not_supported' ? [{ field: 'amount', problem: error.message }] : []
  }
}

/** What may not be asked for is told as it is of one alone, and by row. */
export function refuseBarred(barred: readonly BarredRow[]): void {
  const [first] = barred
  if (first === undefined) return
  throw new Refusal(first.code, { details: asProblems(barred).slice(0, mostBatchProblems) })
}

export function asProblems(barred: readonly BarredRow[]): Problem[] {
  return barred.map(({ row, field, problem }) => ({ row, field, problem }))
}

/** The withdrawals that a batch consists of: decided with it, and in the order of its rows. */
export function draftRows(
  { world, registry }: BatchDesk,
  caller: Actor,
  batchId: string,
  rows: readonly PricedRow[],
): WithdrawalRow[] {
  return rows.map((one, at) => {
    const { draft, checked, rule, charges, nameCheck, recipientId } = one
    const provider = registry.carrierFor(wishOf(caller, one))
    return {
      ...rowOf(world, caller, draft, { ...checked, provider, rule, charges }),
      batch_id: batchId,
      batch_row: at + 1,
      awaits_batch: true,
      name_check: nameCheck,
      recipient_id: recipientId,
    }
  })
}

export type Totals = { amount: bigint; charges: bigint; reserved: bigint; largest: bigint }

export function totalsOf(rows: readonly Pick<PricedRow, 'checked' | 'charges'>[]): Totals {
  const totals = { amount: 0n, charges: 0n, reserved: 0n, largest: 0n }
  for (const { checked, charges } of rows) {
    totals.amount += checked.amount
    totals.charges += charges.totalCharges
    totals.reserved += charges.totalReserved
    if (checked.amount > totals.largest) totals.largest = checked.amount
  }
  return totals
}
