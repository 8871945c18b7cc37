import Type from 'typebox'
import { Body, Day, Email, Id, ListOf, listQuery, Name, Nullable, Phone, Timestamp } from './fields.ts'
import { operation } from './operation.ts'
import { AccountNumber } from './withdrawal-fields.ts'

export const privacyKinds = ['export', 'correct', 'erase'] as const
export const PrivacyKind = Type.Enum([...privacyKinds])

export const privacyStatuses = ['OPEN', 'DONE', 'REFUSED', 'SCHEDULED'] as const
export const PrivacyStatus = Type.Enum([...privacyStatuses])

export const privacyRefusals = ['payments_under_way', 'nothing_found'] as const
export const PrivacyRefusal = Type.Enum([...privacyRefusals])

export const PrivacyRequest = Type.Object({
  id: Id,
  merchant_id: Id,
  kind: PrivacyKind,
  status: PrivacyStatus,
  phone: Nullable(Type.String({ description: 'Null once they are erased, as are e-mail and account.' })),
  email: Nullable(Type.String()),
  account: Nullable(Type.String()),
  customer_id: Nullable(Id),
  refused_because: Nullable(PrivacyRefusal),
  found: Type.Object(
    {
      customers: Type.Integer(),
      collections: Type.Integer(),
      payouts: Type.Integer({ description: 'Payouts and refunds to them.' }),
      invoices: Type.Integer(),
    },
    { description: 'How many rows it is about, so far.' },
  ),
  erases_on: Nullable(
    Type.String({ ...Day, description: 'The day on which who paid or was paid ends in payments, too.' }),
  ),
  file_ends_at: Nullable(
    Type.String({ ...Timestamp, description: 'Of an export that is done: until when its file is there.' }),
  ),
  created_at: Timestamp,
  done_at: Nullable(Timestamp),
})

export const exportStatuses = ['PREPARING', 'READY', 'EXPIRED'] as const
export const ExportStatus = Type.Enum([...exportStatuses])

export const DataExport = Type.Object({
  id: Id,
  merchant_id: Id,
  status: ExportStatus,
  lines: Nullable(Type.Integer()),
  bytes: Nullable(Type.Integer()),
  sha256: Nullable(Type.String({ description: 'Of the file.' })),
  created_at: Timestamp,
  ready_at: Nullable(Timestamp),
  ends_at: Nullable(
    Type.String({ ...Timestamp, description: 'The file is there for 24 hours, and gone after that.' }),
  ),
})

const keepers = { who: 'merchant', merchant: 'caller', roles: ['owner', 'admin'], keys: 'none' } as const
const owners = { ...keepers, roles: ['owner'] } as const
const asRequests = { tag: 'Privacy', path: '/v1/merchant/privacy-requests', access: keepers } as const
const asExports = { tag: 'Privacy', path: '/v1/merchant/exports', access: owners } as const

export const privacyOperations = {
  requestPrivacy: operation({
    ...asRequests,
    id: 'requestPrivacy',
    method: 'POST',
    summary: 'Carry out what somebody asks about their personal data',
    description:
      'About whoever has that phone, e-mail, account (one that you paid out to) or customer id in your books, in this environment; one of the four at least, and whatever has any of them is meant. ' +
      '`export` makes a file of all that is kept of them. `correct` changes your saved customers. `erase` takes away saved customers, metadata and descriptions at ' +
      'once, and who paid or was paid when the law no longer wants it kept: it is `SCHEDULED` until then (`erases_on`). Amounts and ids stay. It is `REFUSED` while a payment of theirs is under way.',
    idempotency: 'accepted',
    body: Body({
      kind: PrivacyKind,
      phone: Type.Optional(Phone),
      email: Type.Optional(Email),
      account: Type.Optional(AccountNumber),
      customer_id: Type.Optional(Id),
      correction: Type.Optional(
        Body({
          name: Type.Optional(Name),
          phone: Type.Optional(Phone),
          email: Type.Optional(Email),
        }),
      ),
    }),
    status: 202,
    reply: PrivacyRequest,
    refusals: ['not_found'],
  }),
  listPrivacyRequests: operation({
    ...asRequests,
    id: 'listPrivacyRequests',
    method: 'GET',
    summary: 'List what was asked about personal data',
    idempotency: 'none',
    query: Body({ ...listQuery, status: Type.Optional(PrivacyStatus) }),
    status: 200,
    reply: ListOf(PrivacyRequest),
  }),
  readPrivacyRequest: operation({
    ...asRequests,
    path: '/v1/merchant/privacy-requests/{privacy_request_id}',
    id: 'readPrivacyRequest',
    method: 'GET',
    summary: 'Read what became of such a request',
    idempotency: 'none',
    status: 200,
    reply: PrivacyRequest,
    refusals: ['not_found'],
  }),
  readPrivacyRequestFile: operation({
    ...asRequests,
    path: '/v1/merchant/privacy-requests/{privacy_request_id}/file',
    id: 'readPrivacyRequestFile',
    method: 'GET',
    summary: 'Download what is kept of somebody',
    description:
      'One JSON object on each line, as in exports. It is there for 24 hours, and gone after that.',
    idempotency: 'none',
    status: 200,
    file: 'application/x-ndjson',
    reply: Type.Object({}),
    refusals: ['not_found', 'invalid_state'],
  }),
  requestExport: operation({
    ...asExports,
    id: 'requestExport',
    method: 'POST',
    summary: 'Export all that you have here',
    description:
      'Customers, links, invoices, payments, payouts, refunds and the rows of your book in this environment, one JSON object on each line, each line chained to the one before by its hash. ' +
      'For owners, who in production need a second factor. One at a time; the file is there for 24 hours once it is `READY`.',
    idempotency: 'accepted',
    status: 202,
    reply: DataExport,
    refusals: ['second_factor_required', 'invalid_state'],
  }),
  listExports: operation({
    ...asExports,
    id: 'listExports',
    method: 'GET',
    summary: 'List exports',
    idempotency: 'none',
    query: Body(listQuery),
    status: 200,
    reply: ListOf(DataExport),
  }),
  readExport: operation({
    ...asExports,
    path: '/v1/merchant/exports/{export_id}',
    id: 'readExport',
    method: 'GET',
    summary: 'Read what became of an export',
    idempotency: 'none',
    status: 200,
    reply: DataExport,
    refusals: ['not_found'],
  }),
  readExportFile: operation({
    ...asExports,
    path: '/v1/merchant/exports/{export_id}/file',
    id: 'readExportFile',
    method: 'GET',
    summary: 'Download an export',
    description: 'For owners, who in production need a second factor, within 24 hours after it was made.',
    idempotency: 'none',
    status: 200,
    file: 'application/x-ndjson',
    reply: Type.Object({}),
    refusals: ['not_found', 'invalid_state', 'second_factor_required'],
  }),
}
