import type { Rule } from './rule.ts'

const shipped = {
  version: 1,
  appliesTo: 'collections',
  merchantId: null,
  action: 'review',
  mode: 'on',
} as const

/** What the service has always held, in the order in which it is told: as the migrations write it. */
export const shippedRules: readonly Rule[] = [
  {
    ...shipped,
    id: '00000000-0000-7000-8000-000000000001',
    ships: 'self_payment',
    name: 'self-payment',
    when: { field: 'self_payment', is: 'equals', value: 'true' },
  },
  {
    ...shipped,
    id: '00000000-0000-7000-8000-000000000002',
    ships: 'hold_threshold',
    name: 'over the hold threshold',
    when: { field: 'amount', is: 'more_than', value: 'hold_threshold' },
  },
]
