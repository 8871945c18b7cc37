import Type from 'typebox'
import { collectionMethods } from './collection-fields.ts'
import { Body, DecimalAmount, Id, ListOf, listQuery, Note, Nullable, Timestamp } from './fields.ts'
import { NetworkState } from './networks.ts'
import { asAdmin, operation } from './operation.ts'
import { withdrawalMethods } from './withdrawal-fields.ts'

const RoutedMethod = Type.Enum([...collectionMethods, ...withdrawalMethods])

export const ProviderRoute = Type.Object({
  merchant_id: Nullable({ ...Id, description: 'Null: for all who have no list of their own.' }),
  method: Nullable({ ...RoutedMethod, description: 'Null: for every method that has no list of its own.' }),
  providers: Type.Array(Type.String(), { description: 'In the order in which they are asked.' }),
  changed_at: Timestamp,
  changed_by: Id,
})

const Carried = Type.Object({
  methods: Type.Array(Type.String()),
  currencies: Type.Array(Type.String()),
  minimum: Type.String(),
  maximum: Type.String(),
})

export const ProviderStanding = Type.Object({
  name: Type.String(),
  state: Type.Enum(['on', 'draining', 'paused']),
  since: Nullable({ ...Timestamp, description: 'When somebody last changed that; null if nobody ever did.' }),
  is_default: Type.Boolean({ description: 'Whether it gets what no list speaks of.' }),
  collections: Carried,
  payouts: Carried,
  cancels: Type.Boolean(),
  tells_float: Type.Boolean(),
  breakers: Type.Array(
    Type.Object({
      call: Type.String(),
      processes: Type.Integer({ description: 'How many of ours leave it alone with such calls.' }),
      silences: Type.Integer(),
      opened_at: Timestamp,
      try_at: Timestamp,
    }),
    { description: 'Kinds of calls that it does not answer. Empty: none.' },
  ),
  float: Type.Object(
    {
      amount: Nullable(Type.String({ description: 'As the provider said last; null if it never did.' })),
      currency: Nullable(Type.String()),
      read_at: Nullable(Timestamp),
      sent_since: Type.String({ description: 'Payouts that the figure may not know of yet.' }),
      low_at: Type.String({ description: 'Below this it is low.' }),
      low_since: Nullable(Timestamp),
      short_since: Nullable({ ...Timestamp, description: 'Since when payouts have had to wait for it.' }),
    },
    { description: 'What lies ready there for live payouts.' },
  ),
  open_collections: Type.Integer({ description: 'At most 10000 are counted.' }),
  open_withdrawals: Type.Integer({ description: 'At most 10000 are counted.' }),
  last_errors: Type.Array(Type.Object({ at: Timestamp, call: Type.String(), said: Type.String() })),
})

const PushFigures = Type.Object({
  succeeded: Type.Integer(),
  failed: Type.Integer({ description: 'What payers decide themselves, like declining, is not among them.' }),
  success_share: Nullable(
    Type.Number({ description: 'Of those whose end is known; null where there are none.' }),
  ),
  median_ms: Nullable(Type.Integer({ description: 'From the order to its success.' })),
})

export const CarriedNetwork = Type.Object({
  network: Type.String(),
  status: NetworkState,
  silent: Type.Integer({ description: 'Pushes of the last minutes that should have ended and did not.' }),
  last_hour: { ...PushFigures, description: 'Live pushes, by when they ended.' },
  last_week: { ...PushFigures, description: 'This day and the seven before, in UTC.' },
})

export const ProviderFigures = Type.Object({
  name: Type.String(),
  networks: Type.Array(CarriedNetwork, { description: 'Those of which anything is known.' }),
  errors: Type.Object({
    last_hour: Type.Integer(),
    last_day: Type.Integer(),
    by_call: Type.Array(
      Type.Object({ call: Type.String(), last_hour: Type.Integer(), last_day: Type.Integer() }),
    ),
  }),
})

const standing = {
  ...asAdmin,
  method: 'POST',
  idempotency: 'accepted',
  body: Body({ note: Type.Optional(Note) }),
  reply: ProviderStanding,
  refusals: ['not_found'],
} as const

/** Who carries payments, and how they stand. */
export const providerOperations = {
  adminListProviders: operation({
    ...asAdmin,
    id: 'adminListProviders',
    method: 'GET',
    path: '/v1/admin/providers',
    summary: 'See how the providers stand',
    description: 'All that are set up for live payments, by their names.',
    idempotency: 'none',
    query: Body({ ...listQuery }),
    reply: ListOf(ProviderStanding),
  }),
  adminReadProviderFigures: operation({
    ...asAdmin,
    id: 'adminReadProviderFigures',
    method: 'GET',
    path: '/v1/admin/providers/{name}/figures',
    summary: 'See how a provider does, by network',
    description:
      'Counted as payments end; nothing is looked through. Float and breakers are in the list of providers.',
    idempotency: 'none',
    reply: ProviderFigures,
    refusals: ['not_found'],
  }),
  adminChangeProvider: operation({
    ...asAdmin,
    id: 'adminChangeProvider',
    method: 'PATCH',
    path: '/v1/admin/providers/{name}',
    summary: 'Say from when on the float at a provider is low',
    description: 'Null: as the setting LOW_FLOAT says.',
    idempotency: 'none',
    body: Body({ low_float_at: Nullable(DecimalAmount) }),
    reply: ProviderStanding,
    refusals: ['not_found'],
  }),
  adminDrainProvider: operation({
    ...standing,
    id: 'adminDrainProvider',
    path: '/v1/admin/providers/{name}/drain',
    summary: 'Give a provider nothing new',
    description: 'Whatever it carries already goes on. Again changes nothing.',
  }),
  adminPauseProvider: operation({
    ...standing,
    id: 'adminPauseProvider',
    path: '/v1/admin/providers/{name}/pause',
    summary: 'Send a provider nothing',
    description:
      'It gets nothing new either. Orders and payouts that were not sent yet wait; what was sent is looked up and believed. Again ' +
      'changes nothing.',
  }),
  adminResumeProvider: operation({
    ...standing,
    id: 'adminResumeProvider',
    path: '/v1/admin/providers/{name}/resume',
    summary: 'Let a provider carry payments again',
    description: 'What waits for it is sent by itself. Again changes nothing.',
  }),
  adminSetProviderRoute: operation({
    ...asAdmin,
    id: 'adminSetProviderRoute',
    method: 'PUT',
    path: '/v1/admin/provider-routes',
    summary: 'Set who carries live payments, in their order',
    description:
      'For one merchant or all, and one method or all; the most specific list counts: of the merchant and the method, of the ' +
      'merchant, of the method, of all. An empty list takes it away. Acts on new payments, within seconds.',
    idempotency: 'none',
    body: Body({
      merchant_id: Type.Optional(Nullable(Id)),
      method: Type.Optional(Nullable(RoutedMethod)),
      providers: Type.Array(Type.String({ minLength: 1, maxLength: 60 }), {
        maxItems: 5,
        uniqueItems: true,
        'x-problem': 'must be a list of at most five names, each once',
      }),
    }),
    reply: ProviderRoute,
  }),
  adminListProviderRoutes: operation({
    ...asAdmin,
    id: 'adminListProviderRoutes',
    method: 'GET',
    path: '/v1/admin/provider-routes',
    summary: 'List who carries live payments',
    idempotency: 'none',
    query: Body({ ...listQuery, merchant_id: Type.Optional(Id) }),
    reply: ListOf(ProviderRoute),
  }),
}
