import Type from 'typebox'
import { type Access, everyRole } from './access.ts'
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
  PushBody,
  PushReply,
  QrBody,
  QrReply,
  ShownCollection,
} from './collection-fields.ts'
import { Body, ListOf, listQuery, period } from './fields.ts'
import { operation } from './operation.ts'
import type { RefusalCode } from './refusals.ts'

const mayCollect = {
  who: 'merchant',
  merchant: 'body',
  roles: ['owner', 'admin', 'finance', 'developer'],
  keys: 'collections:write',
} as const satisfies Access

const mayRead = {
  who: 'merchant',
  merchant: 'caller',
  roles: everyRole,
  keys: 'collections:read',
} as const satisfies Access

const mayReadOnDashboard = {
  who: 'merchant',
  merchant: 'path',
  roles: everyRole,
  keys: 'none',
} as const satisfies Access

const refusalsOfCollecting: RefusalCode[] = [
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
const familyB = {
  ...creating,
  refusals: [...refusalsOfCollecting, 'payment_link_unavailable', 'invoice_already_paid', 'invalid_state'],
} as const

/** The filters of every list of collections. */
export const collectionFilters = {
  status: Type.Optional(CollectionStatus),
  method: Type.Optional(CollectionMethod),
  reference: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  ...period,
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
  createHostedCollection: operation({
    ...familyA,
    id: 'createHostedCollection',
    path: '/v1/collections',
    summary: 'Collect on a hosted page',
    description: 'Send the customer to `payment_url`. It is a live payment whichever key asks for it.',
    status: 201,
    refusals: refusalsOfCollecting,
    body: HostedPageBody,
    reply: HostedPageReply,
  }),
  createWalletPush: pushOfFamilyA(
    'createWalletPush',
    '/v1/collections/wallet-push',
    'Prompt a mobile money wallet',
  ),
  createProviderPesa: pushOfFamilyA(
    'createProviderPesa',
    '/v1/collections/provider-pesa',
    'Prompt a wallet of the provider',
  ),
  createQr: operation({
    ...direct,
    id: 'createQr',
    path: '/v1/collections/qr',
    summary: 'Show a QR code that does not expire',
    body: QrBody,
    reply: QrReply,
  }),
  readCollectionState: operation({
    id: 'readCollectionState',
    method: 'GET',
    path: '/v1/collections/{collection_id}',
    tag: 'Collections',
    summary: 'Read the status of a collection',
    access: mayRead,
    idempotency: 'none',
    status: 200,
    reply: CollectionState,
    refusals: ['not_found'],
  }),
  refreshCollection: operation({
    id: 'refreshCollection',
    method: 'POST',
    path: '/v1/collections/{collection_id}/refresh-status',
    tag: 'Collections',
    summary: 'Ask the provider for the status now',
    description: 'Safe to repeat: it never credits or reverses twice.',
    access: mayRead,
    idempotency: 'none',
    status: 200,
    reply: CollectionState,
    refusals: ['not_found'],
  }),
  createUssdPush: pushOfFamilyB('createUssdPush', '/v1/collections/ussd-push', 'Prompt a phone by USSD'),
  createStkPush: pushOfFamilyB(
    'createStkPush',
    '/v1/collections/stk-push',
    'Prompt a phone by its SIM toolkit',
  ),
  createProviderPesaPush: pushOfFamilyB(
    'createProviderPesaPush',
    '/v1/collections/provider-pesa-push',
    'Prompt the app of the provider',
  ),
  createDynamicQr: operation({
    ...familyB,
    id: 'createDynamicQr',
    path: '/v1/collections/dynamic-qr',
    summary: 'Show a QR code for a while',
    body: DynamicQrBody,
    reply: Collection,
  }),
  listCollections: operation({
    id: 'listCollections',
    method: 'GET',
    path: '/v1/merchants/{merchant_id}/collections',
    tag: 'Collections',
    summary: 'List collections',
    access: mayReadOnDashboard,
    idempotency: 'none',
    query: Body({ ...listQuery, ...collectionFilters }),
    status: 200,
    reply: ListOf(ShownCollection),
  }),
  readCollection: operation({
    id: 'readCollection',
    method: 'GET',
    path: '/v1/merchants/{merchant_id}/collections/{collection_id}',
    tag: 'Collections',
    summary: 'Read a collection with its history',
    access: mayReadOnDashboard,
    idempotency: 'none',
    status: 200,
    reply: Type.Object({ ...ShownCollection.properties, history: Type.Array(CollectionStep) }),
    refusals: ['not_found'],
  }),
}
