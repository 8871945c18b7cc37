import Type from 'typebox'
import { everyRole } from './access.ts'
import {
  Batch,
  BatchBody,
  BatchQuote,
  BatchQuoteBody,
  BatchStatus,
  BatchWithHistory,
  mostBatchBytes,
} from './batch-fields.ts'
import { Body, ListOf, listQuery, period } from './fields.ts'
import { MetadataBody, metadataFilter } from './metadata.ts'
import { operation } from './operation.ts'
import type { RefusalCode } from './refusals.ts'
import { Withdrawal, WithdrawalMethod, WithdrawalStatus } from './withdrawal-fields.ts'
import { refusalsOfAsking, withdrawers } from './withdrawals.ts'

const scope = { read: 'disbursements:read', write: 'disbursements:write' } as const
const reading = { who: 'merchant', merchant: 'caller', roles: everyRole, keys: scope.read } as const
const asking = { who: 'merchant', merchant: 'caller', roles: withdrawers, keys: scope.write } as const

const refusals: RefusalCode[] = [...refusalsOfAsking, 'payout_cap_exceeded', 'duplicate_batch']

const asCsv =
  'Also as `text/csv`, with the columns of `GET /v1/disbursement-batches/template`; everything else stands in the query then.'

/** Many withdrawals that are asked for, decided and watched as one. */
export const batchOperations = {
  createDisbursementBatch: operation({
    id: 'createDisbursementBatch',
    method: 'POST',
    path: '/v1/disbursement-batches',
    tag: 'Disbursement batches',
    summary: 'Ask for many payouts at once',
    description: `Whole or not at all: all rows are judged, and what is not right is told row by row. Each becomes a disbursement with charges, a state and events of its own. ${asCsv}`,
    access: { ...asking, merchant: 'body' },
    idempotency: 'required',
    body: BatchBody,
    takesCsv: 'rows',
    mostBytes: mostBatchBytes,
    status: 202,
    reply: BatchWithHistory,
    refusals,
  }),
  quoteDisbursementBatch: operation({
    id: 'quoteDisbursementBatch',
    method: 'POST',
    path: '/v1/disbursement-batches/quote',
    tag: 'Disbursement batches',
    summary: 'See what a batch costs, and what is wrong with it',
    description: `Creates nothing and reserves nothing. ${asCsv}`,
    access: { ...reading, merchant: 'body' },
    idempotency: 'none',
    body: BatchQuoteBody,
    takesCsv: 'rows',
    mostBytes: mostBatchBytes,
    status: 200,
    reply: BatchQuote,
    refusals: ['provider_error'],
  }),
  listDisbursementBatches: operation({
    id: 'listDisbursementBatches',
    method: 'GET',
    path: '/v1/disbursement-batches',
    tag: 'Disbursement batches',
    summary: 'List batches',
    access: reading,
    idempotency: 'none',
    query: Body({ ...listQuery, status: Type.Optional(BatchStatus), ...period, ...metadataFilter }),
    status: 200,
    reply: ListOf(Batch),
  }),
  readBatchTemplate: operation({
    id: 'readBatchTemplate',
    method: 'GET',
    path: '/v1/disbursement-batches/template',
    tag: 'Disbursement batches',
    summary: 'Download an empty batch to fill in',
    description:
      'A CSV with a row of each kind. Write phones as `255…`: spreadsheets take the zero of `07…` away.',
    access: reading,
    idempotency: 'none',
    status: 200,
    file: 'text/csv',
    reply: Type.Object({}),
  }),
  readDisbursementBatch: operation({
    id: 'readDisbursementBatch',
    method: 'GET',
    path: '/v1/disbursement-batches/{batch_id}',
    tag: 'Disbursement batches',
    summary: 'Read a batch: how its rows stand, and its history',
    access: reading,
    idempotency: 'none',
    status: 200,
    reply: BatchWithHistory,
    refusals: ['not_found'],
  }),
  listBatchRows: operation({
    id: 'listBatchRows',
    method: 'GET',
    path: '/v1/disbursement-batches/{batch_id}/rows',
    tag: 'Disbursement batches',
    summary: 'List the rows of a batch',
    description:
      'In their order. With `Accept: text/csv` as CSV; the next cursor is then in `X-Next-Cursor`.',
    access: reading,
    idempotency: 'none',
    query: Body({
      ...listQuery,
      status: Type.Optional(WithdrawalStatus),
      method: Type.Optional(WithdrawalMethod),
      ...metadataFilter,
    }),
    csv: true,
    status: 200,
    reply: ListOf(Withdrawal),
    refusals: ['not_found'],
  }),
  changeDisbursementBatch: operation({
    id: 'changeDisbursementBatch',
    method: 'PATCH',
    path: '/v1/disbursement-batches/{batch_id}',
    tag: 'Disbursement batches',
    summary: 'Change the metadata of a batch',
    access: asking,
    idempotency: 'none',
    body: MetadataBody,
    status: 200,
    reply: BatchWithHistory,
    refusals: ['not_found'],
  }),
  answerBatchInfoRequest: operation({
    id: 'answerBatchInfoRequest',
    method: 'POST',
    path: '/v1/disbursement-batches/{batch_id}/info',
    tag: 'Disbursement batches',
    summary: 'Answer what a Super Admin asked about a batch',
    access: asking,
    idempotency: 'accepted',
    body: Body({
      message: Type.String({ minLength: 1, maxLength: 2000, 'x-problem': 'must be 1 to 2000 characters' }),
    }),
    status: 200,
    reply: BatchWithHistory,
    refusals: ['not_found', 'invalid_state'],
  }),
  cancelDisbursementBatch: operation({
    id: 'cancelDisbursementBatch',
    method: 'POST',
    path: '/v1/disbursement-batches/{batch_id}/cancel',
    tag: 'Disbursement batches',
    summary: 'Cancel a batch that nobody has approved',
    description: 'All its rows are `REJECTED`. Once it is approved it cannot be called back.',
    access: asking,
    idempotency: 'accepted',
    status: 200,
    reply: BatchWithHistory,
    refusals: ['not_found', 'invalid_state'],
  }),
  retryFailedRows: operation({
    id: 'retryFailedRows',
    method: 'POST',
    path: '/v1/disbursement-batches/{batch_id}/retry-failed',
    tag: 'Disbursement batches',
    summary: 'Ask for the failed rows of a batch once more',
    description:
      'Makes a new batch of the rows that are `FAILED`, at the charges of today, to be approved anew. Each row is tried again once: what failed again is retried from the new batch.',
    access: asking,
    idempotency: 'required',
    status: 202,
    reply: BatchWithHistory,
    refusals: ['not_found', 'invalid_state', ...refusalsOfAsking, 'payout_cap_exceeded'],
  }),
}
