import Type from 'typebox'
import { type Access, collectors, everyRole, tillRoles } from './access.ts'
import {
  Collection,
  CollectionMethod,
  CollectionState,
  CollectionStatus,
  CollectionStep,
  DynamicQrBody,
  FamilyBPushBody,
  HostedPageBody,
  HostedPageReply,
  mobileNetworks,
  PushBody,
  PushReply,
  QrBody,
  QrReply,
  RefundHindrance,
  ShownCollection,
} from './collection-fields.ts'
import { Body, Id, ListOf, listQuery, Phone, period } from './fields.ts'
import { fiscalFields } from './fiscal.ts'
import { MetadataBody, metadataFilter } from './metadata.ts'
import { operation } from './operation.ts'
import { historyOf } from './put-aside-fields.ts'
import type { RefusalCode } from './refusals.ts'

const mayCollect = {
  who: 'merchant',
  merchant: 'body',
  roles: collectors,
  keys: 'collections:write',
} as const satisfies Access

/** A cashier of their own of today only, which is for the server to see to. */
const mayRead = {
  who: 'merchant',
  merchant: 'caller',
  roles: [...everyRole, 'cashier'],
  keys: 'collections:read',
} as const satisfies Access

const mayReadOnDashboard = {
  who: 'merchant',
  merchant: 'path',
  roles: everyRole,
  keys: 'none',
} as const satisfies Access

const refusalsOfCollecting: RefusalCode[] = [
  'risk_blocked',
  'merchant_inactive',
  'unsupported_currency',
  'amount_not_supported',
  'provider_error',
]

/** What every creating call has in common. */
const creating = {
  method: 'POST',
  tag: 'Collections',
  access: mayCollect,
  idempotency: 'required',
  status: 202,
} as const

const familyA = { ...creating, moneyNumbers: ['amount'] } as const
const direct = { ...familyA, refusals: [...refusalsOfCollecting, 'simulate_status_not_allowed'] } as const
/** What a till asks for: a prompt on a phone, or a code on its screen. */
const familyB = {
  ...creating,
  access: { ...mayCollect, roles: tillRoles },
  refusals: [...refusalsOfCollecting, 'payment_link_unavailable', 'invoice_already_paid', 'invalid_state'],
} as const

/** The filters of every list of collections. */
export const collectionFilters = {
  status: Type.Optional(CollectionStatus),
  method: Type.Optional(CollectionMethod),
  reference: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  ...period,
}

/** What a merchant narrows its own by, besides. */
const ownCollectionFilters = {
  phone: Type.Optional(
    Type.String({ ...Phone, description: 'The number that was asked or told, in any spelling.' }),
  ),
  network: Type.Optional(
    Type.Enum([...mobileNetworks], {
      description:
        'Pushes to numbers of this network, as far as the number tells. Together with `method`, among the newest 100,000 that fit the other filters.',
    }),
  ),
  payment_link_id: Type.Optional(Type.String({ ...Id, description: 'What was paid by this link.' })),
  invoice_id: Type.Optional(Type.String({ ...Id, description: 'What was paid for this invoice.' })),
  control_number_id: Type.Optional(
    Type.String({ ...Id, description: 'What was paid for this control number.' }),
  ),
  ...metadataFilter,
}

function pushOfFamilyB<const Id extends string, const Path extends string>(
  id: Id,
  path: Path,
  summary: string,
) {
  return operation({ ...familyB, id, path, summary, body: FamilyBPushBody, reply: Collection })
}

function pushOfFamilyA<const Id extends string, const Path extends string>(
  id: Id,
  path: Path,
  summary: string,
) {
  return operation({ ...direct, id, path, summary, body: PushBody, reply: PushReply })
}

export const collectionOperations = {
  createHostedPage: operation({
    ...familyA,
    id: 'createHostedPage',
    path: '/v1/collections',
    summary: 'Collect on a hosted page',
    description: 'Send the customer to `payment_url`. It is a live payment whichever key asks for it.',
    status: 201,
    refusals: refusalsOfCollecting,
    body: HostedPageBody,
    reply: HostedPageReply,
  }),
  createDirectWalletPush: pushOfFamilyA(
    'createDirectWalletPush',
    '/v1/collections/wallet-push',
    'Prompt a mobile money wallet',
  ),
  createDirectProviderPesa: pushOfFamilyA(
    'createDirectProviderPesa',
    '/v1/collections/provider-pesa',
    'Prompt a wallet of the provider',
  ),
  createDirectQr: operation({
    ...direct,
    id: 'createDirectQr',
    path: '/v1/collections/qr',
    summary: 'Show a QR code that does not expire',
    body: QrBody,
    reply: QrReply,
  }),
  readCollectionStatus: operation({
    id: 'readCollectionStatus',
    method: 'GET',
    path: '/v1/collections/{collection_id}',
    tag: 'Collections',
    summary: 'Read the status of a collection',
    description: 'Cashiers read their own of today; any other is not there for them.',
    access: mayRead,
    idempotency: 'none',
    status: 200,
    reply: CollectionState,
    refusals: ['not_found'],
  }),
  refreshCollectionStatus: operation({
    id: 'refreshCollectionStatus',
    method: 'POST',
    path: '/v1/collections/{collection_id}/refresh-status',
    tag: 'Collections',
    summary: 'Ask the provider for the status now',
    description:
      'Safe to repeat: it never credits or reverses twice. Cashiers refresh their own of today; any other is not there for them.',
    access: mayRead,
    idempotency: 'none',
    status: 200,
    reply: CollectionState,
    refusals: ['not_found'],
  }),
  changeCollection: operation({
    id: 'changeCollection',
    method: 'PATCH',
    path: '/v1/collections/{collection_id}',
    tag: 'Collections',
    summary: 'Change the metadata of a collection',
    description: 'At any time, whatever became of the payment. Nothing else of a collection can be changed.',
    access: { ...mayCollect, merchant: 'caller' },
    idempotency: 'none',
    body: MetadataBody,
    status: 200,
    reply: CollectionState,
    refusals: ['not_found'],
  }),
  createUssdPushCollection: pushOfFamilyB(
    'createUssdPushCollection',
    '/v1/collections/ussd-push',
    'Prompt a phone by USSD',
  ),
  createStkPushCollection: pushOfFamilyB(
    'createStkPushCollection',
    '/v1/collections/stk-push',
    'Prompt a phone by its SIM toolkit',
  ),
  createProviderPesaPushCollection: pushOfFamilyB(
    'createProviderPesaPushCollection',
    '/v1/collections/provider-pesa-push',
    'Prompt the app of the provider',
  ),
  createDynamicQrCollection: operation({
    ...familyB,
    id: 'createDynamicQrCollection',
    path: '/v1/collections/dynamic-qr',
    summary: 'Show a QR code for a while',
    body: DynamicQrBody,
    reply: Collection,
  }),
  listMerchantCollections: operation({
    id: 'listMerchantCollections',
    method: 'GET',
    path: '/v1/merchants/{merchant_id}/collections',
    tag: 'Collections',
    summary: 'List collections',
    description:
      'Newest first. With `Accept: text/csv` the same rows as CSV; the next cursor is then in `X-Next-Cursor`.',
    access: mayReadOnDashboard,
    idempotency: 'none',
    query: Body({ ...listQuery, ...collectionFilters, ...ownCollectionFilters }),
    csv: true,
    status: 200,
    reply: ListOf(ShownCollection),
  }),
  readMerchantCollection: operation({
    id: 'readMerchantCollection',
    method: 'GET',
    path: '/v1/merchants/{merchant_id}/collections/{collection_id}',
    tag: 'Collections',
    summary: 'Read a collection with its history',
    access: mayReadOnDashboard,
    idempotency: 'none',
    status: 200,
    reply: Type.Object({
      ...ShownCollection.properties,
      ...fiscalFields,
      refund_hindrance: RefundHindrance,
      ...historyOf(CollectionStep),
    }),
    refusals: ['not_found'],
  }),
}
