import type { invoiceStates } from '@malipo/contract'

export type InvoiceState = (typeof invoiceStates)[number]

/** Who moves an invoice: its merchant, also with a credit note; a payment for it; or a refund of one. */
export const movers = ['merchant', 'payment', 'refund'] as const
export type Mover = (typeof movers)[number]

type State = { next: Partial<Record<InvoiceState, readonly Mover[]>> }

/**
 * The life of an invoice. Whoever asks a customer for its money has issued it: sending it, making a link for it or beginning a
 * payment all make a draft `SENT`. From then on its figures decide: what was paid, and what was credited. What is paid is open again
 * when the money is taken back. What is void stays void, and what is credited whole stays so: money that comes for either all the
 * same is the merchant's, and a person looks at it. A step to the same state is told where a figure has changed.
 */
export const invoiceLifecycle = {
  DRAFT: { next: { SENT: ['merchant'], VOID: ['merchant'] } },
  SENT: {
    next: {
      SENT: ['merchant', 'refund'],
      PARTIALLY_PAID: ['payment', 'refund'],
      PAID: ['payment', 'refund'],
      CREDITED: ['merchant'],
      VOID: ['merchant'],
    },
  },
  PARTIALLY_PAID: {
    next: {
      SENT: ['payment', 'refund'],
      PARTIALLY_PAID: ['merchant', 'payment', 'refund'],
      PAID: ['merchant', 'payment', 'refund'],
      CREDITED: ['merchant'],
    },
  },
  PAID: {
    next: {
      SENT: ['payment', 'refund'],
      PARTIALLY_PAID: ['payment', 'refund'],
      // Also paid by another one, when the first is taken back and a second was there already.
      PAID: ['merchant', 'payment', 'refund'],
      CREDITED: ['merchant', 'refund'],
    },
  },
  CREDITED: { next: { CREDITED: ['payment', 'refund'] } },
  VOID: { next: {} },
} as const satisfies Record<InvoiceState, State>

export const invoiceBirths = { DRAFT: ['merchant'] } as const

export function mayMove(from: InvoiceState, to: InvoiceState, by: Mover): boolean {
  const next: State['next'] = invoiceLifecycle[from].next
  return next[to]?.includes(by) ?? false
}
