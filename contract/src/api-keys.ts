import Type from 'typebox'
import { everyRole, type Role } from './access.ts'
import {
  Body,
  DecimalAmount,
  EnvironmentName,
  Id,
  ListOf,
  listQuery,
  Name,
  Nullable,
  RoleName,
  ScopeName,
  Timestamp,
} from './fields.ts'
import { operation } from './operation.ts'

const perPayout = 'The most that one request may be for.'
const perDay =
  'The most that all requests of a day in Dar es Salaam may add up to; what is cancelled, rejected or fails counts too.'

/** How much a key may ask to be paid out. It shares them with the keys that it replaces, and nobody can raise them. */
export const PayoutCaps = Type.Object({
  currency: Type.String(),
  each: Nullable(Type.String({ description: perPayout })),
  daily: Nullable(Type.String({ description: perDay })),
})

const PayoutCapsBody = Body({
  each: Type.Optional(Type.String({ ...DecimalAmount, description: perPayout })),
  daily: Type.Optional(Type.String({ ...DecimalAmount, description: perDay })),
})

export const ApiKey = Type.Object({
  id: Id,
  name: Type.String(),
  environment: EnvironmentName,
  scopes: Type.Array(ScopeName),
  payout_caps: Nullable(PayoutCaps),
  last_four: Type.String(),
  expires_at: Nullable(Timestamp),
  last_used_at: Nullable(Timestamp),
  revoked_at: Nullable(Timestamp),
  created_at: Timestamp,
})

export const FreshApiKey = Type.Object({
  ...ApiKey.properties,
  api_key: Type.String({ description: 'The key itself, shown this once. Only its hash is kept.' }),
})

/** Who is calling, as far as it helps a program to know what it may do. */
export const Caller = Type.Object({
  merchant_id: Id,
  merchant_name: Type.String(),
  environment: EnvironmentName,
  role: Nullable(RoleName),
  api_key: Nullable(
    Type.Object({
      id: Id,
      scopes: Type.Array(ScopeName),
      payout_caps: Nullable(
        Type.Object({
          ...PayoutCaps.properties,
          left_today: Nullable(
            Type.String({ description: 'What may still be asked for today; null without a daily cap.' }),
          ),
        }),
      ),
    }),
  ),
})

const keepers: readonly Role[] = ['owner', 'admin', 'developer']

/** A week: long enough for any rollout, short enough that a leaked key does not linger. */
const longestOverlapSeconds = 7 * 24 * 60 * 60

export const apiKeyOperations = {
  readCaller: operation({
    id: 'readCaller',
    method: 'GET',
    path: '/v1/merchant/caller',
    tag: 'API keys',
    summary: 'Learn who is calling',
    description:
      'For whom, in which environment, and with which scopes and caps the key of this request acts; for a person `role` is set instead of `api_key`.',
    access: { who: 'merchant', merchant: 'caller', roles: everyRole, keys: 'any' },
    idempotency: 'none',
    status: 200,
    reply: Caller,
  }),
  createApiKey: operation({
    id: 'createApiKey',
    method: 'POST',
    path: '/v1/merchants/{merchant_id}/api-keys',
    tag: 'API keys',
    summary: 'Create an API key',
    description:
      'A key made without scopes has all of them. With `payout_caps` it may ask for so much money to be paid out, in TZS, and no more; charges come on top.',
    access: { who: 'merchant', merchant: 'path', roles: keepers, keys: 'none' },
    idempotency: 'accepted',
    body: Body({
      environment: EnvironmentName,
      name: Type.Optional(Name),
      scopes: Type.Optional(Type.Array(ScopeName, { minItems: 1, uniqueItems: true })),
      expires_at: Type.Optional(Nullable(Timestamp)),
      payout_caps: Type.Optional(PayoutCapsBody),
    }),
    status: 201,
    reply: FreshApiKey,
  }),
  listApiKeys: operation({
    id: 'listApiKeys',
    method: 'GET',
    path: '/v1/merchants/{merchant_id}/api-keys',
    tag: 'API keys',
    summary: 'List API keys',
    access: { who: 'merchant', merchant: 'path', roles: keepers, keys: 'none' },
    idempotency: 'none',
    query: Body({ ...listQuery, environment: Type.Optional(EnvironmentName) }),
    status: 200,
    reply: ListOf(ApiKey),
  }),
  revokeApiKey: operation({
    id: 'revokeApiKey',
    method: 'DELETE',
    path: '/v1/merchants/{merchant_id}/api-keys/{key_id}',
    tag: 'API keys',
    summary: 'Revoke an API key at once',
    access: { who: 'merchant', merchant: 'path', roles: keepers, keys: 'none' },
    idempotency: 'none',
    status: 200,
    reply: ApiKey,
    refusals: ['not_found'],
  }),
  rotateApiKey: operation({
    id: 'rotateApiKey',
    method: 'POST',
    path: '/v1/merchants/{merchant_id}/api-keys/{key_id}/rotate',
    tag: 'API keys',
    summary: 'Replace an API key',
    description:
      'The new key has the same name, environment, scopes and caps. The old one works until the overlap ends; what both ask for counts together.',
    access: { who: 'merchant', merchant: 'path', roles: keepers, keys: 'none' },
    idempotency: 'accepted',
    body: Body({
      overlap_seconds: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: longestOverlapSeconds,
          'x-problem': `must be a whole number of seconds from 0 to ${longestOverlapSeconds}`,
        }),
      ),
    }),
    status: 201,
    reply: FreshApiKey,
    refusals: ['not_found', 'invalid_state'],
  }),
}
