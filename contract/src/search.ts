import Type from 'typebox'
import { everyRole } from './access.ts'
import { Body, Id, Nullable, Timestamp } from './fields.ts'
import { operation } from './operation.ts'

export const foundKinds = [
  'collection',
  'withdrawal',
  'refund',
  'invoice',
  'payment_link',
  'control_number',
  'customer',
] as const

export const Found = Type.Object({
  kind: Type.Enum([...foundKinds]),
  id: Id,
  title: Type.String({ description: 'What it is known by: a name, a number, a description.' }),
  detail: Nullable(Type.String({ description: 'What tells it from others of that name.' })),
  amount: Nullable(Type.String({ description: 'Null where there is none, or the payer chooses it.' })),
  currency: Nullable(Type.String()),
  status: Nullable(Type.String({ description: 'In the words of its kind; customers have none.' })),
  created_at: Timestamp,
})

export const searchOperations = {
  searchMerchant: operation({
    id: 'searchMerchant',
    method: 'GET',
    path: '/v1/merchant/search',
    tag: 'Figures',
    summary: 'Find a payment, payout, refund, invoice, link, control number or customer',
    description:
      'By a phone number in any spelling or its last six digits or more, a reference, an id, the number of an invoice, a control number, or how the ' +
      'name of a saved customer begins. At most 20, newest first, of the kinds that the caller may read.',
    access: { who: 'merchant', merchant: 'caller', roles: everyRole, keys: 'none' },
    idempotency: 'none',
    query: Body({
      q: Type.String({
        minLength: 3,
        maxLength: 100,
        'x-problem':
          'must be 3 to 100 characters: a phone number or its last 6 digits, a reference, an id, the number of an invoice, or how a customer’s name begins',
        examples: ['0712 345 678'],
      }),
    }),
    status: 200,
    reply: Type.Object({ found: Type.Array(Found) }),
  }),
}
