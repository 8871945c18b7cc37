import Type from 'typebox'
import { everyRole } from './access.ts'
import { Body, ListOf, listQuery } from './fields.ts'
import { operation } from './operation.ts'
import { LookUpBody, NameLookUp, WithdrawalMethod } from './withdrawal-fields.ts'
import { withdrawers } from './withdrawals.ts'

export const destinationOperations = {
  listDestinations: operation({
    id: 'listDestinations',
    method: 'GET',
    path: '/v1/destinations',
    tag: 'Withdrawals',
    summary: 'List where money can go',
    description: 'Without `page_size`, a page holds 100: all there are.',
    access: { who: 'merchant', merchant: 'caller', roles: everyRole, keys: 'any' },
    idempotency: 'none',
    query: Body({ ...listQuery, method: Type.Optional(WithdrawalMethod) }),
    status: 200,
    reply: ListOf(
      Type.Object({
        destination_code: Type.String(),
        name: Type.String(),
        method: WithdrawalMethod,
        available: Type.Boolean({
          description:
            'Whether a provider that pays this merchant’s money out reaches it now. What is not available is refused.',
        }),
      }),
    ),
  }),
  lookUpDestination: operation({
    id: 'lookUpDestination',
    method: 'POST',
    path: '/v1/destinations/look-up',
    tag: 'Withdrawals',
    summary: 'See whose number or account it is',
    description:
      'Asks the provider that would pay there; moves and reserves nothing. `match` compares `name` with what it answers. Send ' +
      '`look_up_id` with the withdrawal within 24 hours, and whoever decides about it sees the answer. 1,000 a day.',
    access: { who: 'merchant', merchant: 'caller', roles: withdrawers, keys: 'disbursements:write' },
    idempotency: 'none',
    body: LookUpBody,
    status: 200,
    reply: NameLookUp,
    refusals: ['withdrawal_restricted', 'provider_error'],
  }),
}
