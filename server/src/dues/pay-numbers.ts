import {
  type ControlNumberMove,
  type ControlNumberRow,
  lockControlNumbers,
  moveControlNumbers,
} from '../control-numbers/control-numbers.ts'
import type { Transaction } from '../database/database.ts'
import type { InvoiceRow } from '../invoices/invoices.ts'
import type { World } from '../world/world.ts'
import { moneyIn, type PaymentStep } from './follow-due.ts'

/**
 * Counts what control numbers were paid with, and ends those of orders that are paid. That of an invoice follows its invoice, whichever
 * way that was paid. Whether a payment was welcome was decided when it came.
 */
export async function payNumbers(
  tx: Transaction,
  world: World,
  turns: PaymentStep[],
  invoices: InvoiceRow[],
): Promise<void> {
  const byNumber = Map.groupBy(turns, ({ after }) => after.control_number_id)
  byNumber.delete(null)
  const [first] = turns
  const invoiceIds = invoices.map(({ id }) => id)
  if (!first || (byNumber.size === 0 && invoiceIds.length === 0)) return
  const ids = [...byNumber.keys()] as string[]
  const numbers = await lockControlNumbers(tx, { ids, invoiceIds })
  // The steps of one transaction happen at one time.
  const at = first.after.updated_at
  const moves = numbers.map((number): ControlNumberMove => {
    const steps = byNumber.get(number.id) ?? []
    const paid = {
      count: number.paid_count + steps.reduce((sum, { after }) => sum + (isPaid(after) ? 1 : -1), 0),
      amount: number.paid_amount + moneyIn(steps),
    }
    const invoice = invoices.find(({ id }) => id === number.invoice_id)
    const to = stateAfter(number, paid, invoice)
    return { number, to, by: steps.length > 0 ? 'payment' : 'invoice', at, paid }
  })
  await moveControlNumbers(
    tx,
    world,
    moves.filter(({ number, to, paid }) => to !== number.status || paid?.count !== number.paid_count),
  )
}

/**
 * Brings the numbers of invoices in line that something else than a payment has moved: what is credited whole is owed by nobody any more.
 */
export async function followNumbers(
  tx: Transaction,
  world: World,
  invoices: InvoiceRow[],
  at: Date,
): Promise<void> {
  const numbers = await lockControlNumbers(tx, { invoiceIds: invoices.map(({ id }) => id) })
  const moves = numbers.map((number): ControlNumberMove => {
    const invoice = invoices.find(({ id }) => id === number.invoice_id)
    const isOver = invoice?.status === 'CREDITED' || invoice?.status === 'VOID'
    const paid = { count: number.paid_count, amount: number.paid_amount }
    const to = isOver && number.status === 'ACTIVE' ? 'CANCELLED' : stateAfter(number, paid, invoice)
    return { number, to, by: 'invoice', at }
  })
  await moveControlNumbers(
    tx,
    world,
    moves.filter(({ number, to }) => to !== number.status),
  )
}

const isPaid = ({ status }: { status: string }) => status === 'successful'

/** What has ended otherwise stays as it is, and what is paid often is never paid whole. */
function stateAfter(
  number: ControlNumberRow,
  paid: { count: number; amount: bigint },
  invoice: InvoiceRow | undefined,
): ControlNumberRow['status'] {
  const { status, kind } = number
  if (kind === 'CUSTOMER' || (status !== 'ACTIVE' && status !== 'PAID')) return status
  return isWhole(number, paid, invoice) ? 'PAID' : 'ACTIVE'
}

function isWhole(
  { payment_mode: mode, amount }: ControlNumberRow,
  paid: { count: number; amount: bigint },
  invoice: InvoiceRow | undefined,
): boolean {
  if (invoice) return invoice.status === 'PAID' || invoice.status === 'CREDITED'
  return mode === 'PART' ? paid.amount >= (amount ?? 0n) : paid.count > 0
}
