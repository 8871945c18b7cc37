import Type, { type TObject } from 'typebox'
import { everyRole } from './access.ts'
import { Body, Id, ListOf, listQuery, Note, Nullable, Phone, Timestamp } from './fields.ts'
import { asAdmin, operation } from './operation.ts'
import { WithdrawalMethod } from './withdrawal-fields.ts'

export const networkDirections = ['collections', 'payouts', 'refunds'] as const
export type NetworkDirection = (typeof networkDirections)[number]

export const networkStatuses = ['up', 'slow', 'down', 'unknown'] as const
export type NetworkStatus = (typeof networkStatuses)[number]

export const NetworkState = Type.Enum([...networkStatuses], {
  description:
    'By what became of payments in the last 15 minutes; `unknown` where those were fewer than 20. Refuses nothing: approved payouts to ' +
    'a network that is `down` wait, and go by themselves.',
})

const standing = {
  status: NetworkState,
  since: Nullable({ ...Timestamp, description: 'Null where it was never anything else.' }),
  note: Nullable(Type.String({ description: 'What the operator says about it.' })),
}

/** What strangers are told: what the operator says is for those who use it. */
export const PublicNetworkStanding = Type.Object({ status: NetworkState })

export const NetworkHours = Type.Object(
  { from: Type.String({ examples: ['06:00'] }), to: Type.String({ examples: ['22:00'] }) },
  { description: 'Of each day, in Dar es Salaam.' },
)

export const NetworkLimits = Type.Object({
  min_amount: Type.String(),
  max_amount: Type.String(),
  step: Type.String({ description: 'Amounts are multiples of it.' }),
  hours: Nullable({ ...NetworkHours, description: 'When it takes orders; null: always.' }),
  ...standing,
})

const named = {
  destination_code: Type.String(),
  name: Type.String(),
  method: WithdrawalMethod,
}

/** Null where such money is not carried there at all. */
function inEachDirection<Shown extends TObject>(shown: Shown) {
  return { collections: Nullable(shown), payouts: Nullable(shown), refunds: Nullable(shown) }
}

export const Network = Type.Object({
  ...named,
  name_look_up: Type.Boolean({
    description: 'Whether names can be asked for before money is sent there.',
  }),
  ...inEachDirection(NetworkLimits),
})

export const PublicNetwork = Type.Object({ ...named, ...inEachDirection(PublicNetworkStanding) })

export const NetworkPin = Type.Object({
  status: NetworkState,
  note: Nullable(Type.String()),
  until: Nullable({ ...Timestamp, description: 'Null: until somebody takes it back.' }),
  pinned_at: Timestamp,
  pinned_by: Id,
})

export const JudgedNetwork = Type.Object({
  provider: Type.String(),
  status: NetworkState,
  since: Timestamp,
})

export const AdminNetworkStanding = Type.Object({
  ...standing,
  pinned: Nullable({ ...NetworkPin, description: 'What a Super Admin said, whatever is counted.' }),
  providers: Type.Array(JudgedNetwork, { description: 'By what was counted, through each provider.' }),
})

export const AdminNetwork = Type.Object({ ...named, ...inEachDirection(AdminNetworkStanding) })

export const NetworkPinRequest = Body({
  status: NetworkState,
  note: Type.Optional(Nullable(Note)),
  until: Type.Optional(Nullable({ ...Timestamp, description: 'When it ends by itself. It must lie ahead.' })),
})

export const NetworkChanges = Type.Object(
  {
    collections: Type.Optional(Nullable(NetworkPinRequest)),
    payouts: Type.Optional(Nullable(NetworkPinRequest)),
    refunds: Type.Optional(Nullable(NetworkPinRequest)),
  },
  {
    additionalProperties: false,
    minProperties: 1,
    'x-problem': 'must change at least one direction',
  },
)

const mayRead = { who: 'merchant', merchant: 'caller', roles: everyRole, keys: 'any' } as const
const reading = { tag: 'Networks', idempotency: 'none', status: 200 } as const
const byMethod = Body({ ...listQuery, method: Type.Optional(WithdrawalMethod) })

/** How networks and banks are reached, within which limits, and how they do. */
export const networkOperations = {
  listNetworks: operation({
    ...reading,
    id: 'listNetworks',
    method: 'GET',
    path: '/v1/networks',
    summary: 'List networks with limits and status',
    description:
      'As it holds for you: by the providers that carry your payments. A direction is null where nothing is carried there. Without ' +
      '`page_size`, a page holds 100: all there are.',
    access: mayRead,
    query: byMethod,
    reply: ListOf(Network),
  }),
  predictNetwork: operation({
    ...reading,
    id: 'predictNetwork',
    method: 'POST',
    path: '/v1/networks/predict',
    summary: 'Guess the network of a number',
    description:
      'By whom the number was first given out. Numbers are ported, so it is a hint: let people change it. Nobody is asked.',
    access: mayRead,
    body: Body({ phone: Phone }),
    reply: Type.Object({
      phone: Type.String({ description: 'As it is written here: 255 and nine digits.' }),
      destination_code: Nullable(Type.String({ description: 'Null where the number tells nothing.' })),
      name: Nullable(Type.String()),
    }),
  }),
  listPublicNetworks: operation({
    ...reading,
    id: 'listPublicNetworks',
    method: 'GET',
    path: '/v1/public/networks',
    summary: 'List how networks do',
    description: 'Live, over all providers together; the status alone.',
    access: { who: 'anyone' },
    query: byMethod,
    reply: ListOf(PublicNetwork),
  }),
  changeSandboxNetwork: operation({
    id: 'changeSandboxNetwork',
    method: 'PATCH',
    path: '/v1/sandbox/networks/{destination_code}',
    tag: 'Sandbox',
    summary: 'Say how a network does in the sandbox',
    description:
      'For your sandbox only. Null: as if nothing had been said, which is `up`. Without `until` it ends after a day.',
    access: {
      who: 'merchant',
      merchant: 'caller',
      environment: 'sandbox',
      roles: ['owner', 'admin', 'finance', 'developer'],
      keys: 'any',
    },
    idempotency: 'none',
    body: NetworkChanges,
    status: 200,
    reply: Network,
    refusals: ['not_found'],
  }),
  adminListNetworks: operation({
    ...asAdmin,
    id: 'adminListNetworks',
    method: 'GET',
    path: '/v1/admin/networks',
    summary: 'See how networks do, and who has pinned that',
    idempotency: 'none',
    query: byMethod,
    reply: ListOf(AdminNetwork),
  }),
  adminPinNetwork: operation({
    ...asAdmin,
    id: 'adminPinNetwork',
    method: 'PATCH',
    path: '/v1/admin/networks/{destination_code}',
    summary: 'Pin how a network does',
    description:
      'Whatever is counted, for all merchants, until `until` or until it is set to null. Payouts that are approved wait while theirs is ' +
      '`down`, and go by themselves after that.',
    idempotency: 'none',
    body: NetworkChanges,
    reply: AdminNetwork,
    refusals: ['not_found'],
  }),
}
