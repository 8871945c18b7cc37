import Type from 'typebox'
import {
  Body,
  Day,
  DecimalAmount,
  Id,
  ListOf,
  listQuery,
  Note,
  Nullable,
  period,
  Timestamp,
} from './fields.ts'
import { asAdmin, operation } from './operation.ts'

const ProviderName = Type.String({
  minLength: 1,
  maxLength: 60,
  'x-problem': 'must be the name of a provider that is set up here',
})
const TransferReference = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '\\S',
  'x-problem': 'must be 1 to 100 characters',
  description: 'What the bank or the provider calls the transfer.',
})

export const FloatTopUp = Type.Object({
  id: Id,
  provider: Type.String(),
  currency: Type.String(),
  amount: Type.String(),
  reference: Type.String(),
  paid_on: Type.String({ format: 'date' }),
  note: Nullable(Type.String()),
  recorded_by: Id,
  reverses: Nullable({ ...Id, description: 'The record that this one takes back.' }),
  reversed_at: Nullable(Timestamp),
  created_at: Timestamp,
})

/** Money that the operator has sent to a provider, so that payouts can be made from it. */
export const floatTopUpOperations = {
  adminRecordFloatTopUp: operation({
    ...asAdmin,
    id: 'adminRecordFloatTopUp',
    method: 'POST',
    path: '/v1/admin/float-top-ups',
    summary: 'Record that the float at a provider was topped up',
    description:
      'For money that was already sent to the provider: nothing is sent by this. It belongs to no merchant. A transfer is ' +
      'recorded once for each provider; what was recorded wrongly is taken back with `reverse`, and may then be recorded anew.',
    idempotency: 'accepted',
    body: Body({
      provider: ProviderName,
      currency: Type.Optional(
        Type.String({ pattern: '^[A-Z]{3}$', 'x-problem': 'must be three capital letters, like TZS' }),
      ),
      amount: DecimalAmount,
      reference: TransferReference,
      paid_on: Day,
      note: Type.Optional(Note),
    }),
    reply: FloatTopUp,
    refusals: ['invalid_state', 'unsupported_currency', 'amount_not_supported'],
  }),
  adminReverseFloatTopUp: operation({
    ...asAdmin,
    id: 'adminReverseFloatTopUp',
    method: 'POST',
    path: '/v1/admin/float-top-ups/{top_up_id}/reverse',
    summary: 'Take back a record that was wrong',
    description: 'Makes a contrary record of the same amount and answers with it; the wrong one stays. Once.',
    idempotency: 'accepted',
    body: Body({ note: Note }),
    reply: FloatTopUp,
    refusals: ['not_found', 'invalid_state', 'amount_not_supported'],
  }),
  adminListFloatTopUps: operation({
    ...asAdmin,
    id: 'adminListFloatTopUps',
    method: 'GET',
    path: '/v1/admin/float-top-ups',
    summary: 'List what the floats were topped up with',
    idempotency: 'none',
    query: Body({
      ...listQuery,
      ...period,
      provider: Type.Optional(ProviderName),
      reference: Type.Optional(TransferReference),
    }),
    reply: ListOf(FloatTopUp),
  }),
}
