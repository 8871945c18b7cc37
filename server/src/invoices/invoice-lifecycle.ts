import type { invoiceStates } from '@malipo/contract'

export type InvoiceState = (typeof invoiceStates)[number]

/** Who moves an invoice: its merchant, or the payment for it. */
export const movers = ['merchant', 'payment'] as const
export type Mover = (typeof movers)[number]

type State = { next: Partial<Record<InvoiceState, readonly Mover[]>> }

/**
 * The life of an invoice. Whoever asks a customer for its money has issued it: sending it, making a link for it or beginning a
 * payment all make a draft `SENT`. What is paid is open again when the money is taken back. What is void stays void: money that
 * comes for it all the same is credited, and a person looks at it.
 */
export const invoiceLifecycle = {
  DRAFT: { next: { SENT: ['merchant'], VOID: ['merchant'] } },
  SENT: { next: { PAID: ['payment'], VOID: ['merchant'] } },
  // Paid by another one, when the first is taken back and a second was there already.
  PAID: { next: { SENT: ['payment'], PAID: ['payment'] } },
  VOID: { next: {} },
} as const satisfies Record<InvoiceState, State>

export const invoiceBirths = { DRAFT: ['merchant'] } as const

export function mayMove(from: InvoiceState, to: InvoiceState, by: Mover): boolean {
  const next: State['next'] = invoiceLifecycle[from].next
  return next[to]?.includes(by) ?? false
}
