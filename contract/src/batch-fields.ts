import Type from 'typebox'
import { Body, DecimalAmount, Id, Name, Nullable, Reference, Timestamp } from './fields.ts'
import { Metadata, ShownMetadata } from './metadata.ts'
import {
  Code,
  Identifier,
  LookUpId,
  orRecipient,
  RecipientId,
  RecipientName,
  WithdrawalMethod,
  withdrawalStatuses,
} from './withdrawal-fields.ts'

export const batchStatuses = [
  'PENDING_ADMIN_APPROVAL',
  'INFO_REQUESTED',
  'PROCESSING',
  'PAUSED',
  'REJECTED',
  'DONE',
] as const
export const BatchStatus = Type.Enum([...batchStatuses])

export const mostBatchRows = 5_000
export const mostBatchBytes = 2 * 1024 * 1024
/** What is told of rows that are not right, or worth a second look, ends here. */
export const mostBatchProblems = 1_000
/** Within so many days the same rows are taken for the same batch. */
export const duplicateBatchDays = 7

const place = {
  method: Type.Optional({
    ...WithdrawalMethod,
    description: 'May be left out: `destination_code` tells it.',
  }),
  destination_code: Type.Optional(Code),
  destination_identifier: Type.Optional(Identifier),
  destination_name: Type.Optional(RecipientName),
  bank_name: Type.Optional(RecipientName),
  bank_account_name: Type.Optional(RecipientName),
}

export const BatchRowBody = Body(
  {
    reference: Type.String({
      ...Reference,
      description: 'What you call the payout in your books. No two rows of a batch share it.',
    }),
    amount: DecimalAmount,
    ...place,
    recipient_id: Type.Optional(RecipientId),
    look_up_id: Type.Optional(LookUpId),
    metadata: Type.Optional(Metadata),
  },
  orRecipient(place, ['destination_code', 'destination_identifier', 'destination_name']),
)

const Rows = Type.Array(BatchRowBody, {
  minItems: 1,
  maxItems: mostBatchRows,
  // Thousands of rows have problems of their own, which are told row by row.
  'x-told-by-row': true,
  'x-problem': `must be a list of 1 to ${mostBatchRows} rows`,
})

const asked = {
  approve_rows: Type.Optional(
    Type.Boolean({ description: 'Whether each row needs an approval of its own after that of the batch.' }),
  ),
  allow_duplicate: Type.Optional(
    Type.Boolean({ description: 'Takes the same rows once more within seven days.' }),
  ),
  metadata: Type.Optional(Metadata),
}

export const BatchBody = Body({ merchant_id: Id, name: Name, ...asked, rows: Rows })
export const BatchQuoteBody = Body({ merchant_id: Id, name: Type.Optional(Name), ...asked, rows: Rows })

export const RowProblem = Type.Object({
  row: Type.Integer({ description: 'Counted from 1; in a CSV without its first line.' }),
  field: Type.String(),
  problem: Type.String(),
})

export const rowWarnings = [
  'twice',
  'paid_lately',
  'new',
  'name_differs',
  'under_review',
  'cooling',
  'blocked',
] as const
export const RowWarning = Type.Object({
  row: Type.Integer(),
  kind: Type.Enum([...rowWarnings], {
    description:
      '`twice`: another row goes to the same place. `paid_lately`: the same amount went there in the last seven days, or is on its way. ' +
      '`new`: nothing was ever paid there. `name_differs`: its look-up found another name. ' +
      '`under_review`: a rule wants it looked at, and it needs an approval of its own after that of the batch; only Super Admins read this. ' +
      '`cooling`: its recipient was saved not long ago. `blocked`: its recipient was blocked or removed since.',
  }),
  text: Type.String(),
})

const totals = {
  row_count: Type.Integer(),
  currency: Type.String(),
  amount_total: Type.String({ description: 'What all recipients get together.' }),
  charges_total: Type.String(),
}

export const BatchQuote = Type.Object({
  ...totals,
  total_reserved_amount: Type.String({ description: 'Amounts and charges, set aside when it is approved.' }),
  available: Type.String({ description: 'The balance that has to cover it.' }),
  is_covered: Type.Boolean(),
  content_hash: Nullable(Type.String({ description: 'Null while a row is not right.' })),
  duplicate_of: Nullable({
    ...Id,
    description: 'A batch of the last seven days that has the same rows.',
  }),
  problems: Type.Array(RowProblem, {
    description: `What would be refused; the first ${mostBatchProblems}. The totals are of the other rows.`,
  }),
  warnings: Type.Array(RowWarning, {
    description: `What is worth a second look, and refuses nothing; the first ${mostBatchProblems}.`,
  }),
})

export const Batch = Type.Object({
  id: Id,
  merchant_id: Id,
  name: Type.String(),
  status: BatchStatus,
  approve_rows: Type.Boolean(),
  retry_of: Nullable({ ...Id, description: 'The batch whose failed rows these are once more.' }),
  ...totals,
  content_hash: Type.String({
    description: 'SHA-256 of what the rows pay to whom: the same rows have the same.',
  }),
  metadata: ShownMetadata,
  created_at: Timestamp,
  updated_at: Timestamp,
  completed_at: Nullable(Timestamp),
})

/** How many rows are in each state; those in which there is none are left out. */
export const RowsByStatus = Type.Object(
  Object.fromEntries(withdrawalStatuses.map((status) => [status, Type.Optional(Type.Integer())])) as Record<
    (typeof withdrawalStatuses)[number],
    ReturnType<typeof OptionalCount>
  >,
  { description: 'How many rows are in each state; states without any are left out.' },
)

function OptionalCount() {
  return Type.Optional(Type.Integer())
}

export const BatchStanding = Type.Object({
  ...Batch.properties,
  by_status: RowsByStatus,
  amount_paid: Type.String({ description: 'What recipients have got: the rows that are `SUCCESS`.' }),
})

export const BatchStep = Type.Object({
  from: Nullable(BatchStatus),
  to: BatchStatus,
  source: Type.String(),
  note: Nullable(Type.String()),
  at: Timestamp,
})

export const BatchWithHistory = Type.Object({
  ...BatchStanding.properties,
  rows_to_retry: Type.Integer({
    description: 'How many rows failed and were not tried again: those that `retry-failed` takes.',
  }),
  history: Type.Array(BatchStep),
})
