import type { BodyOf, operations } from '@malipo/contract'
import type { Transaction } from '../database/database.ts'
import type { Actor } from '../http/http.ts'
import { figuresOf, type InvoiceRow, issue, lockInvoices, refuseUnowed } from '../invoices/invoices.ts'
import { defaultCurrency } from '../ledger/ledger.ts'
import { instantFrom } from '../primitives/instant.ts'
import { minorFromText, textFromMinor } from '../primitives/money.ts'
import { type FieldProblem, invalid, Refusal } from '../primitives/refusal.ts'
import type { Registry } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import type { ControlNumberRow } from './control-number-row.ts'
import { drawNumber } from './draw-number.ts'

export type NumberWish = Omit<BodyOf<typeof operations.createControlNumber>, 'merchant_id'>
export type NumberDesk = { world: World; registry: Registry }

/** What wishes name, found in one question for all of them. */
export type Named = { customers: ReadonlySet<string>; invoices: ReadonlyMap<string, InvoiceRow> }

/** Invoices are locked: from now on they stay as they are read here. */
export async function findNamed(
  tx: Transaction,
  { merchantId, environment }: Actor,
  wishes: readonly NumberWish[],
): Promise<Named> {
  const customerIds = wishes.flatMap(({ customer_id: id }) => id ?? [])
  const invoiceIds = wishes.flatMap(({ invoice_id: id }) => id ?? [])
  const customers =
    customerIds.length === 0
      ? []
      : await tx<{ id: string }[]>`
          select id from customers where id = any(${customerIds}::uuid[]) and merchant_id = ${merchantId}
            and environment = ${environment} and erased_at is null`
  const own =
    invoiceIds.length === 0
      ? []
      : await tx<{ id: string }[]>`
          select id from invoices where id = any(${invoiceIds}::uuid[]) and merchant_id = ${merchantId}
            and environment = ${environment}`
  const invoices =
    own.length === 0
      ? []
      : await lockInvoices(
          tx,
          own.map(({ id }) => id),
        )
  return {
    customers: new Set(customers.map(({ id }) => id)),
    invoices: new Map(invoices.map((invoice) => [invoice.id, invoice])),
  }
}

/** Where nobody could ever pay it there is no number, however many are wished for. Where no provider is set up at all, that is told instead. */
export function refuseUnpayable({ registry }: NumberDesk, { merchantId, environment }: Actor): void {
  const wish = { environment, merchantId, method: 'BILL_PAY' } as const
  if (registry.routeFor(wish) === null || registry.isCarriable(wish)) return
  throw invalid({
    field: 'kind',
    problem:
      'must wait: no provider of this installation takes control numbers. Ask the operator; in the sandbox they can be tried',
  })
}

/** The row that a wish becomes. Refuses, by throwing, what nobody could ever pay. */
export function draftControlNumber(
  { world, registry }: NumberDesk,
  caller: Actor,
  wish: NumberWish,
  named: Named,
): ControlNumberRow {
  const { merchantId, environment } = caller
  if (environment === 'live' && !caller.merchant.is_active) throw new Refusal('merchant_inactive')
  const invoice = wish.invoice_id === undefined ? undefined : named.invoices.get(wish.invoice_id)
  const now = world.clock.now()
  const expiresAt = wish.expires_at === undefined ? null : instantFrom(wish.expires_at)
  const problems = [
    ...namesNobody(wish, named),
    ...(invoice ? misfits(wish, invoice) : amountProblems(wish)),
    ...(expiresAt !== null && expiresAt <= now
      ? [{ field: 'expires_at', problem: 'must be in the future' }]
      : []),
  ]
  if (problems.length > 0) throw invalid(...problems)
  if (invoice) refuseUnowed(invoice)
  const amount = invoice ? figuresOf(invoice).due : minorOf(wish.amount)
  const currency = invoice?.currency ?? wish.currency ?? defaultCurrency
  const carried = { environment, merchantId, currency, method: 'BILL_PAY' } as const
  const carrier = registry.carrierFor(amount === null ? carried : { ...carried, amount })
  return {
    id: world.newId(),
    merchant_id: merchantId,
    environment,
    number: drawNumber(environment),
    kind: wish.kind,
    payment_mode: modeOf(wish, invoice),
    status: 'ACTIVE',
    amount,
    currency,
    description: wish.description ?? null,
    merchant_reference: wish.merchant_reference ?? null,
    customer_id: wish.customer_id ?? null,
    invoice_id: wish.invoice_id ?? null,
    provider: carrier.name,
    paid_count: 0,
    paid_amount: 0n,
    moves: 1,
    expires_at: expiresAt,
    paid_at: null,
    cancelled_at: null,
    created_at: now,
    updated_at: now,
  }
}

/** Whoever gives out a number for an invoice asks for its money, and has issued it. */
export async function issueInvoices(tx: Transaction, world: World, { invoices }: Named): Promise<void> {
  for (const invoice of invoices.values()) await issue(tx, world, invoice)
}

function modeOf({ payment_mode: mode, amount }: NumberWish, invoice: InvoiceRow | undefined) {
  if (mode !== undefined) return mode
  if (invoice) return invoice.allow_part_payment ? 'PART' : 'EXACT'
  return amount === undefined ? 'ANY' : 'EXACT'
}

/** The same words for what does not exist and what is somebody else's. */
function namesNobody(wish: NumberWish, { customers, invoices }: Named): FieldProblem[] {
  const { customer_id: customer, invoice_id: invoice } = wish
  return [
    ...(customer === undefined || customers.has(customer)
      ? []
      : [{ field: 'customer_id', problem: 'must be the id of a customer of this merchant' }]),
    ...(invoice === undefined || invoices.has(invoice)
      ? []
      : [{ field: 'invoice_id', problem: 'must be the id of an invoice of this merchant' }]),
  ]
}

function amountProblems({ amount, payment_mode: mode }: NumberWish): FieldProblem[] {
  if (amount !== undefined || mode === undefined || mode === 'ANY') return []
  return [{ field: 'amount', problem: `is required for ${mode}` }]
}

/** What cannot be said of a number for this invoice. */
function misfits(wish: NumberWish, invoice: InvoiceRow): FieldProblem[] {
  const { due } = figuresOf(invoice)
  const { kind, payment_mode: mode, amount, currency } = wish
  const problems: FieldProblem[] = []
  if (kind !== 'ORDER') problems.push({ field: 'kind', problem: 'must be ORDER for an invoice' })
  if (mode === 'ANY') {
    problems.push({ field: 'payment_mode', problem: 'must be EXACT or PART for an invoice' })
  } else if (mode === 'PART' && !invoice.allow_part_payment) {
    problems.push({
      field: 'payment_mode',
      problem: 'must be EXACT: this invoice does not allow part payment',
    })
  }
  if (amount !== undefined && due > 0n && minorOf(amount) !== due) {
    problems.push({
      field: 'amount',
      problem: `must be what is due of the invoice, ${textFromMinor(due)}, or left out`,
    })
  }
  if (currency !== undefined && currency !== invoice.currency) {
    problems.push({
      field: 'currency',
      problem: `must be that of the invoice, ${invoice.currency}, or left out`,
    })
  }
  return problems
}

function minorOf(text: string | undefined): bigint | null {
  return text === undefined ? null : minorFromText(text)
}
