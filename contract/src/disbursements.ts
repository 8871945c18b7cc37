import { type Access, everyRole } from './access.ts'
import { Body, Id, ListOf, listQuery } from './fields.ts'
import { MetadataBody } from './metadata.ts'
import { operation } from './operation.ts'
import { BankDisbursementBody, DisbursementBody, Withdrawal } from './withdrawal-fields.ts'
import { cancelling, ownWithdrawalFilters, refusalsOfAsking, withdrawers } from './withdrawals.ts'

const mayDisburse = {
  who: 'merchant',
  merchant: 'body',
  roles: withdrawers,
  keys: 'disbursements:write',
} as const satisfies Access

function disbursement<const OperationId extends string, const Path extends string>(
  id: OperationId,
  path: Path,
  summary: string,
) {
  return operation({
    id,
    method: 'POST',
    path,
    tag: 'Disbursements',
    summary,
    access: mayDisburse,
    idempotency: 'required',
    body: DisbursementBody,
    status: 202,
    reply: Withdrawal,
    refusals: [...refusalsOfAsking, 'payout_cap_exceeded'],
  })
}

/** A disbursement is a withdrawal that a program asks for. */
export const disbursementOperations = {
  createWalletDisbursement: disbursement(
    'createWalletDisbursement',
    '/v1/disbursements/provider-pesa',
    'Pay out to a wallet of the provider',
  ),
  createMobileMoneyDisbursement: disbursement(
    'createMobileMoneyDisbursement',
    '/v1/disbursements/mobile-money',
    'Pay out to mobile money',
  ),
  createBankDisbursement: operation({
    ...disbursement('createBankDisbursement', '/v1/disbursements/bank-account', 'Pay out to a bank account'),
    body: BankDisbursementBody,
  }),
  listDisbursements: operation({
    id: 'listDisbursements',
    method: 'GET',
    path: '/v1/disbursements',
    tag: 'Disbursements',
    summary: 'List disbursements',
    access: { who: 'merchant', merchant: 'query', roles: everyRole, keys: 'disbursements:read' },
    idempotency: 'none',
    query: Body({ merchant_id: Id, ...listQuery, ...ownWithdrawalFilters }),
    status: 200,
    reply: ListOf(Withdrawal),
  }),
  readDisbursement: operation({
    id: 'readDisbursement',
    method: 'GET',
    path: '/v1/disbursements/{disbursement_id}',
    tag: 'Disbursements',
    summary: 'Read a disbursement',
    access: { who: 'merchant', merchant: 'caller', roles: everyRole, keys: 'disbursements:read' },
    idempotency: 'none',
    status: 200,
    reply: Withdrawal,
    refusals: ['not_found'],
  }),
  changeDisbursement: operation({
    id: 'changeDisbursement',
    method: 'PATCH',
    path: '/v1/disbursements/{disbursement_id}',
    tag: 'Disbursements',
    summary: 'Change the metadata of a disbursement or withdrawal',
    description: 'At any time, whatever became of it. Nothing else can be changed.',
    access: { who: 'merchant', merchant: 'caller', roles: withdrawers, keys: 'disbursements:write' },
    idempotency: 'none',
    body: MetadataBody,
    status: 200,
    reply: Withdrawal,
    refusals: ['not_found'],
  }),
  cancelDisbursement: operation({
    id: 'cancelDisbursement',
    method: 'POST',
    path: '/v1/disbursements/{disbursement_id}/cancel',
    tag: 'Disbursements',
    summary: 'Cancel a disbursement that nobody has approved',
    description: cancelling,
    access: { who: 'merchant', merchant: 'caller', roles: withdrawers, keys: 'disbursements:write' },
    idempotency: 'accepted',
    status: 200,
    reply: Withdrawal,
    refusals: ['not_found', 'invalid_state'],
  }),
}
