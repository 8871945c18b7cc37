type Wish = { at: Date; sequence?: number; status?: string; reference?: string | undefined }

const states = {
  'control_number.paid': { status: 'PAID', sequence: 2, paid: '1500.00' },
  'control_number.reopened': { status: 'ACTIVE', sequence: 3, paid: '0.00' },
  'control_number.expired': { status: 'EXPIRED', sequence: 2, paid: '0.00' },
  'control_number.cancelled': { status: 'CANCELLED', sequence: 2, paid: '0.00' },
} as const

type ControlNumberEvent = keyof typeof states

export function isOfControlNumber(type: string): type is ControlNumberEvent {
  return type in states
}

export function sampleControlNumber(
  type: ControlNumberEvent,
  id: string,
  { at, sequence, status, reference }: Wish,
) {
  const then = at.toISOString()
  const state = states[type]
  return {
    id,
    // Its last digit does not fit the others, so that it is nobody's.
    number: '1000000000001',
    kind: 'ORDER',
    payment_mode: 'EXACT',
    status: status ?? state.status,
    amount: '1500.00',
    currency: 'TZS',
    description: 'A made-up order',
    merchant_reference: reference ?? null,
    customer_id: null,
    invoice_id: null,
    paid_count: state.status === 'PAID' ? 1 : 0,
    paid_amount: state.paid,
    expires_at: null,
    paid_at: state.status === 'PAID' ? then : null,
    cancelled_at: state.status === 'CANCELLED' ? then : null,
    created_at: then,
    updated_at: then,
    control_number_id: id,
    sequence: sequence ?? state.sequence,
  }
}
