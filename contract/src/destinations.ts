import Type from 'typebox'
import { everyRole } from './access.ts'
import { Body, ListOf, listQuery } from './fields.ts'
import { operation } from './operation.ts'
import { WithdrawalMethod } from './withdrawal-fields.ts'

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
}
