import Type from 'typebox'
import { everyRole } from './access.ts'
import { Body, Id, ListOf, listQuery, Timestamp } from './fields.ts'
import { Removed } from './members.ts'
import { asAdmin, operation } from './operation.ts'

export const documentKinds = ['tin_certificate', 'business_registration', 'other'] as const
export const documentTypes = ['application/pdf', 'image/png', 'image/jpeg'] as const

export const mostDocumentBytes = 5 * 1024 * 1024
export const mostDocuments = 10

/** Four characters for three bytes, and the last four may be filled up. */
const mostCharacters = Math.ceil(mostDocumentBytes / 3) * 4

export const DocumentKind = Type.Enum([...documentKinds])

/** What a merchant shows to be verified. The file itself is for Super Admins only. */
export const MerchantDocument = Type.Object({
  id: Id,
  kind: DocumentKind,
  file_name: Type.String({ description: 'Without what no file name needs.' }),
  content_type: Type.Enum([...documentTypes], { description: 'By what the file begins with.' }),
  size: Type.Integer({ description: 'In bytes.' }),
  created_at: Timestamp,
})

/** Who uploaded it besides. */
export const AdminDocument = Type.Object({
  ...MerchantDocument.properties,
  merchant_id: Id,
  uploaded_by: Id,
  sha256: Type.String(),
})

const ofMerchant = { tag: 'Merchants', path: '/v1/merchants/{merchant_id}/documents' } as const
const keepers = {
  who: 'merchant',
  merchant: 'path',
  roles: ['owner', 'admin'],
  keys: 'none',
} as const

export const documentOperations = {
  uploadDocument: operation({
    ...ofMerchant,
    id: 'uploadDocument',
    method: 'POST',
    summary: 'Send in a document for verification',
    description:
      `A PDF, PNG or JPEG of at most 5 MiB; at most ${mostDocuments} for each merchant. The same file of the same kind is one document, ` +
      'however often it is sent. An unverified merchant becomes `pending`, and Super Admins are told.',
    access: keepers,
    idempotency: 'accepted',
    mostBytes: mostCharacters + 64 * 1024,
    body: Body({
      kind: DocumentKind,
      file_name: Type.String({ minLength: 1, maxLength: 200, 'x-problem': 'must be 1 to 200 characters' }),
      content: Type.String({
        minLength: 4,
        maxLength: mostCharacters,
        contentEncoding: 'base64',
        description: 'The bytes of the file in base64.',
        'x-problem': 'must be a file of at most 5 MiB in base64',
      }),
    }),
    status: 201,
    reply: MerchantDocument,
    refusals: ['invalid_state'],
  }),
  listDocuments: operation({
    ...ofMerchant,
    id: 'listDocuments',
    method: 'GET',
    summary: 'List the documents that were sent in',
    access: { ...keepers, roles: everyRole },
    idempotency: 'none',
    query: Body(listQuery),
    status: 200,
    reply: ListOf(MerchantDocument),
  }),
  removeDocument: operation({
    ...ofMerchant,
    path: '/v1/merchants/{merchant_id}/documents/{document_id}',
    id: 'removeDocument',
    method: 'DELETE',
    summary: 'Take a document back',
    description:
      'While the merchant is not verified: what it was verified by stays. With the last one its verification is `unverified` again.',
    access: keepers,
    idempotency: 'none',
    status: 200,
    reply: Removed,
    refusals: ['not_found', 'invalid_state'],
  }),
  adminListDocuments: operation({
    ...asAdmin,
    id: 'adminListDocuments',
    method: 'GET',
    path: '/v1/admin/merchants/{merchant_id}/documents',
    summary: 'List the documents of a merchant',
    idempotency: 'none',
    query: Body(listQuery),
    reply: ListOf(AdminDocument),
    refusals: ['not_found'],
  }),
  adminReadDocument: operation({
    ...asAdmin,
    id: 'adminReadDocument',
    method: 'GET',
    path: '/v1/admin/documents/{document_id}',
    summary: 'Save a document of a merchant',
    description:
      'The file, to be saved and never shown in a page of ours. That it was read is in the audit log.',
    idempotency: 'none',
    file: 'application/octet-stream',
    reply: Type.Object({}),
    refusals: ['not_found'],
  }),
}
