import type { Environment } from '@malipo/contract'
import { type ControlNumberRow, controlNumberColumns, fits } from '../control-numbers/control-numbers.ts'
import type { Database, Transaction } from '../database/database.ts'
import { figuresOf, findInvoice, leastPart, lockInvoices } from '../invoices/invoices.ts'
import type { BillQuestion } from '../providers/providers.ts'
import type { Payable } from './judge-bill.ts'

export type FoundNumber = ControlNumberRow & { is_active: boolean }

type Asked = Pick<BillQuestion, 'number' | 'account' | 'provider'> & { environment: Environment }

/** Whose number it is, if it is anybody's there. What does not fit its check digit is not looked for. */
export async function findNumber(
  sql: Database | Transaction,
  { number, account, provider, environment }: Asked,
): Promise<FoundNumber | null> {
  if (!fits(number)) return null
  const [found] = await sql<FoundNumber[]>`
    select ${controlNumberColumns},
      environment = 'sandbox' or (select is_active from merchants m where m.id = merchant_id) as is_active
    from control_numbers
    where environment = ${environment} and number = ${number} and provider = ${provider}
      ${account === null ? sql`` : sql`and merchant_id::text = ${account}`}`
  return found ?? null
}

/** The same, locked with its invoice: nobody else pays it until the transaction ends. Invoices are locked before numbers, by everybody. */
export async function lockNumber(tx: Transaction, asked: Asked): Promise<FoundNumber | null> {
  const found = await findNumber(tx, asked)
  if (found === null) return null
  if (found.invoice_id !== null) await lockInvoices(tx, [found.invoice_id])
  await tx`select from control_numbers where id = ${found.id} for update`
  // It may have been paid or cancelled while we waited.
  return await findNumber(tx, asked)
}

/** The number with all that decides whether it may be paid. */
export async function payableOf(sql: Database | Transaction, found: FoundNumber): Promise<Payable> {
  const [taken = { count: 0, amount: 0n, held: 0n }] =
    found.kind === 'CUSTOMER'
      ? []
      : await sql<{ count: number; amount: bigint; held: bigint }[]>`
          select count(*)::int as count, coalesce(sum(amount), 0)::bigint as amount,
            coalesce(sum(amount) filter (where status <> 'successful'), 0)::bigint as held
          from collections
          where control_number_id = ${found.id} and status in ('processing', 'pending_clearance', 'successful')`
  const invoice =
    found.invoice_id === null
      ? null
      : await findInvoice(sql, { ...found, merchantId: found.merchant_id }, found.invoice_id)
  return {
    ...found,
    taken,
    invoice: invoice ? { due: figuresOf(invoice).due - taken.held, least: leastPart(invoice) } : null,
    isOpen: found.is_active,
  }
}
