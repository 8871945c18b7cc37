import Type from 'typebox'
import { CollectionStatus, OrderedMethod } from './collection-fields.ts'
import { Body, DecimalAmount, Id, Nullable, Phone, Timestamp, Url } from './fields.ts'
import { operation } from './operation.ts'
import { linkFields } from './payment-links.ts'

const open = { tag: 'Checkout', access: { who: 'anyone' } } as const

/** What payers call: no credentials but a token of 128 random bits, and nothing about the merchant's account. */
export const checkoutOperations = {
  readPublicPaymentLink: operation({
    ...open,
    id: 'readPublicPaymentLink',
    method: 'GET',
    path: '/v1/public/payment-links/{token}',
    summary: 'Read what a payment link asks for',
    idempotency: 'none',
    status: 200,
    reply: Type.Object({
      ...linkFields,
      merchant_name: Type.String({ description: 'As payers know it: its `display_name`, else its name.' }),
      is_test: Type.Boolean({ description: 'Whether no real money moves.' }),
    }),
    refusals: ['not_found'],
  }),
  collectByPublicPaymentLink: operation({
    ...open,
    id: 'collectByPublicPaymentLink',
    method: 'POST',
    path: '/v1/public/payment-links/{token}/collect',
    summary: 'Pay by a payment link',
    description:
      'In the sandbox it is resolved in the same answer. Live it waits for up to 25 seconds; after that it answers 202 with a ' +
      '`status_url` to read on. A code is answered at once, with 202. Sent again without an `Idempotency-Key` within a minute, or ' +
      'while the first is `processing`, the same method and phone are the same payment; another amount is refused meanwhile. A ' +
      'repeated request is answered with the payment as it stands now.',
    idempotency: 'accepted',
    waitsForMs: 25_000,
    body: Body({
      method: OrderedMethod,
      phone: Type.Optional(Phone),
      amount: Type.Optional(
        Type.String({ ...DecimalAmount, description: 'Only where the link leaves it to the customer.' }),
      ),
    }),
    status: 200,
    reply: Type.Object({
      collection_id: Id,
      status: CollectionStatus,
      message: Type.String(),
      qr_payload: Type.Optional(Type.String({ description: 'Show it as a QR code exactly as it is.' })),
      qr_expires_at: Type.Optional(Nullable(Timestamp)),
      status_url: Type.Optional(Type.String({ ...Url, description: 'Where to read how it goes on.' })),
    }),
    refusals: [
      'not_found',
      'payment_link_unavailable',
      'risk_blocked',
      'amount_not_supported',
      'provider_error',
    ],
  }),
  readPublicCollection: operation({
    ...open,
    id: 'readPublicCollection',
    method: 'GET',
    path: '/v1/public/collections/{token}',
    summary: 'Read how a payment goes on',
    idempotency: 'none',
    status: 200,
    reply: Type.Object({ status: CollectionStatus, message: Type.String() }),
    refusals: ['not_found'],
  }),
}
