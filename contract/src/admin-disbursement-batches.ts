import Type from 'typebox'
import { passedAlone, WithdrawalDossier } from './admin-withdrawals.ts'
import { Batch, BatchStanding, BatchStatus, BatchStep, mostBatchRows, RowWarning } from './batch-fields.ts'
import { MayDecidePayout } from './decision-fields.ts'
import { Body, Id, ListOf, Note, Nullable, period, queueQuery, Timestamp } from './fields.ts'
import { asAdmin, operation } from './operation.ts'
import { decisionsOf, neededNote, optionalNote, refusalsOfApproving } from './payout-decisions.ts'

const queued = { merchant_name: Type.String(), approvals: Type.Integer(), approvals_needed: Type.Integer() }

export const QueuedBatch = Type.Object({ ...Batch.properties, ...queued })

const { why } = MayDecidePayout.properties

/** What the caller may do about a batch as it stands, told before they try. */
export const MayDecideBatch = Type.Object({
  approve: Type.Boolean(),
  ask: Type.Boolean(),
  reject: Type.Boolean(),
  pause: Type.Boolean(),
  resume: Type.Boolean(),
  override_cooling: Type.Boolean({
    description:
      'Whether rows go to recipients that cool: they are left out by `except`, or approved with `override_cooling`.',
  }),
  why,
})

/** A batch with everything a Super Admin needs to decide. Its rows are in `GET /v1/admin/withdrawals?batch_id=`. */
export const BatchDossier = Type.Object({
  ...BatchStanding.properties,
  ...queued,
  merchant: WithdrawalDossier.properties.merchant,
  available: Type.String({ description: 'The merchant’s balance, which has to cover what is approved.' }),
  total_reserved_amount: Type.String({ description: 'Of all rows.' }),
  reserved_at_approval: Type.String({
    description:
      'What approving the batch sets aside: rows that then need an approval of their own, under review or with `approve_rows`, are not in it.',
  }),
  is_covered: Type.Boolean({
    description: 'Whether the balance covers `reserved_at_approval`, if no row is left out.',
  }),
  warnings: Type.Array(RowWarning, {
    description: 'What is worth a second look, while nobody has decided; the first 1,000.',
  }),
  history: Type.Array(Type.Object({ ...BatchStep.properties, by: Nullable(Type.String()) })),
  approved_by: Type.Array(
    Type.Object({
      by: Type.String(),
      note: Nullable(Type.String()),
      except: Type.Array(Type.Integer()),
      at: Timestamp,
    }),
  ),
  passed_alone: passedAlone,
  may_decide: MayDecideBatch,
})

const deciding = decisionsOf(BatchDossier)

export const adminBatchOperations = {
  adminListBatches: operation({
    ...asAdmin,
    id: 'adminListBatches',
    method: 'GET',
    path: '/v1/admin/disbursement-batches',
    summary: 'The queue of disbursement batches',
    idempotency: 'none',
    query: Body({
      ...queueQuery,
      status: Type.Optional(BatchStatus),
      merchant_id: Type.Optional(Id),
      ...period,
    }),
    reply: ListOf(QueuedBatch),
  }),
  adminReadBatch: operation({
    ...asAdmin,
    id: 'adminReadBatch',
    method: 'GET',
    path: '/v1/admin/disbursement-batches/{batch_id}',
    summary: 'One disbursement batch with its whole story',
    idempotency: 'none',
    reply: BatchDossier,
    refusals: ['not_found'],
  }),
  adminApproveBatch: operation({
    ...deciding(
      'adminApproveBatch',
      '/v1/admin/disbursement-batches/{batch_id}/approve',
      'Approve a disbursement batch',
      Body({
        content_hash: Type.String({
          pattern: '^[0-9a-f]{64}$',
          'x-problem': 'must be the content_hash of the batch that you have looked at',
          description: 'Of the batch that you have looked at; another one is refused.',
        }),
        except: Type.Optional(
          Type.Array(
            Type.Integer({ minimum: 1, maximum: mostBatchRows, 'x-problem': 'must be the number of a row' }),
            {
              maxItems: mostBatchRows,
              uniqueItems: true,
              description: 'Rows that are rejected while the others are approved.',
            },
          ),
        ),
        note: Type.Optional(Note),
        override_cooling: Type.Optional(
          Type.Boolean({
            description: 'Approves rows although their recipients are cooling. Needs a `note`.',
          }),
        ),
      }),
    ),
    description:
      'One decision about all rows: the money of all is set aside, or of none. With `approve_rows` it sets nothing aside: each row then waits for an approval of its own, as rows under review do in any batch while the others go. Rows whose recipients cool or are blocked are told in `details`: leave them out by `except`, or override the cooling.',
    refusals: refusalsOfApproving,
  }),
  adminRejectBatch: deciding(
    'adminRejectBatch',
    '/v1/admin/disbursement-batches/{batch_id}/reject',
    'Reject a disbursement batch with all its rows',
    neededNote,
  ),
  adminRequestBatchInfo: deciding(
    'adminRequestBatchInfo',
    '/v1/admin/disbursement-batches/{batch_id}/request-info',
    'Ask the merchant about a disbursement batch',
    neededNote,
  ),
  adminPauseBatch: operation({
    ...deciding(
      'adminPauseBatch',
      '/v1/admin/disbursement-batches/{batch_id}/pause',
      'Stop sending a disbursement batch',
      neededNote,
    ),
    description: 'What was not sent yet stays set aside, and is sent after `resume`.',
  }),
  adminResumeBatch: operation({
    ...deciding(
      'adminResumeBatch',
      '/v1/admin/disbursement-batches/{batch_id}/resume',
      'Go on sending a disbursement batch',
      optionalNote,
    ),
    description: 'Failures before this moment do not pause it again.',
  }),
}
