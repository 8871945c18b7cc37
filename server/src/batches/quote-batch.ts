import { type BatchQuote, mostBatchProblems } from '@malipo/contract'
import type { Static } from 'typebox'
import type { Database } from '../database/database.ts'
import type { Actor } from '../http/http.ts'
import { readAvailable } from '../ledger/ledger.ts'
import { textFromMinor } from '../primitives/money.ts'
import { payOutCurrency } from '../withdrawals/withdrawals.ts'
import { contentHash } from './content-hash.ts'
import { asProblems, type BatchDesk, type PricedRow, priceRows, totalsOf } from './draft-rows.ts'
import type { Judged } from './judge-rows.ts'
import { findDuplicate } from './request-batch.ts'
import { weighRows } from './weigh-rows.ts'

/** What a batch would cost, what would be refused of it, and what is worth a second look. Nothing is made or locked. */
export async function quoteBatch(
  sql: Database,
  desk: BatchDesk,
  caller: Actor,
  judged: Judged,
): Promise<Static<typeof BatchQuote>> {
  const priced = await priceRows(sql, desk, caller, judged.rows)
  const problems = [...judged.problems, ...priced.problems, ...asProblems(priced.barred)].sort(
    (one, other) => one.row - other.row,
  )
  const totals = totalsOf(priced.rows)
  const { merchantId, environment } = caller
  const available = await readAvailable(sql, { merchantId, environment, currency: payOutCurrency })
  const rows = priced.rows.map(asKept)
  const hash = problems.length > 0 ? null : contentHash(rows)
  return {
    row_count: rows.length,
    currency: payOutCurrency,
    amount_total: textFromMinor(totals.amount),
    charges_total: textFromMinor(totals.charges),
    total_reserved_amount: textFromMinor(totals.reserved),
    available: textFromMinor(available),
    is_covered: available >= totals.reserved,
    content_hash: hash,
    duplicate_of: hash === null ? null : await findDuplicate(sql, desk.world, caller, rows),
    problems: problems.slice(0, mostBatchProblems),
    warnings: await weighRows(sql, desk.world, caller, rows, null),
  }
}

/** As the row would be kept. */
function asKept({ row, draft, checked, nameCheck, recipientId }: PricedRow) {
  return {
    row,
    merchant_reference: draft.merchantReference ?? null,
    amount: checked.amount,
    method: draft.method,
    destination_code: checked.destinationCode,
    destination_identifier: checked.identifier,
    destination_name: draft.destinationName,
    bank_name: draft.bankName ?? null,
    bank_account_name: draft.bankAccountName ?? null,
    name_check: nameCheck,
    recipient_id: recipientId,
  }
}
