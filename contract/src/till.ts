import Type from 'typebox'
import { tillRoles } from './access.ts'
import { CollectionMethod, CollectionStatus, ReceiptUrl } from './collection-fields.ts'
import { failureFields } from './failures.ts'
import { Body, Id, Nullable, Reference, Timestamp } from './fields.ts'
import { operation } from './operation.ts'

/** How a payment stands for whoever has the goods in their hands. Only `paid` lets them go. */
export const tillStandings = ['waiting', 'no_answer', 'paid', 'held', 'failed', 'returned'] as const
export const TillStanding = Type.Enum([...tillStandings], {
  description:
    '`waiting`: the customer is being asked. `no_answer`: longer than customers take, and nobody knows; do not hand over the goods, and ' +
    'do not ask again. `paid`. `held`: paid, and looked at by a person first. `failed`. `returned`: was paid, and has been taken back.',
})

/** More than anybody takes in one go; the totals count all of them. */
export const mostTillPayments = 100

export const TillPayment = Type.Object({
  id: Id,
  standing: TillStanding,
  status: CollectionStatus,
  method: Nullable(CollectionMethod),
  amount: Type.String(),
  currency: Type.String(),
  customer_phone: Nullable(Type.String()),
  merchant_reference: Nullable(Type.String()),
  message: Type.String({ description: 'What to tell the customer now. It follows the status.' }),
  ...failureFields,
  receipt_url: ReceiptUrl,
  created_at: Timestamp,
  completed_at: Nullable(Timestamp),
})

const TillSum = Type.Object({ count: Type.Integer(), amount: Type.String() })

export const TillTotals = Type.Object({
  currency: Type.String(),
  waiting: TillSum,
  no_answer: TillSum,
  paid: TillSum,
  held: TillSum,
  failed: TillSum,
  returned: TillSum,
})

export const tillOperations = {
  readTill: operation({
    id: 'readTill',
    method: 'GET',
    path: '/v1/merchant/till',
    tag: 'Till',
    summary: 'What somebody took today',
    description:
      `The payments that one person asked for today, in Dar es Salaam, with a session: the newest ${mostTillPayments}, and totals of all. ` +
      'After a lost connection send the same request with the same Idempotency-Key again, which asks nobody twice, or look here by ' +
      '`reference`. Owners, admins and finance people may look at the till of somebody else.',
    access: { who: 'merchant', merchant: 'caller', roles: tillRoles, keys: 'none' },
    idempotency: 'none',
    query: Body({
      user_id: Type.Optional(
        Type.String({ ...Id, description: 'Whose till; your own unless it is told. As members have it.' }),
      ),
      reference: Type.Optional(
        Type.String({
          ...Reference,
          description:
            'Only payments of this reference, also in the totals; those of yesterday too, because midnight passes while somebody pays.',
        }),
      ),
    }),
    status: 200,
    reply: Type.Object({
      day: Type.String({ format: 'date', description: 'In Dar es Salaam.' }),
      user_id: Id,
      name: Type.String(),
      totals: Type.Array(TillTotals, { description: 'One for each currency; TZS always.' }),
      payments: Type.Array(TillPayment, { description: 'Newest first.' }),
    }),
    refusals: ['not_found'],
  }),
}
