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

/** As many as a shop with a few offices and clouds needs; a key that is used from more is a key that nobody watches. */
const mostAllowedIps = 50

const AllowedIps = Type.Array(Type.String({ minLength: 1, maxLength: 50 }), {
  maxItems: mostAllowedIps,
  description:
    'Addresses and ranges that the key may be used from, such as 41.59.1.2, 41.59.0.0/16 or 2001:db8::/32; empty for any.',
  'x-problem': `must be a list of at most ${mostAllowedIps} addresses or ranges, like 41.59.1.2 or 41.59.0.0/16`,
})

export const ApiKey = Type.Object({
  id: Id,
  name: Type.String(),
  environment: EnvironmentName,
  scopes: Type.Array(ScopeName),
  payout_caps: Nullable(PayoutCaps),
  allowed_ips: Type.Array(Type.String(), { description: 'Where it may be used from; empty for anywhere.' }),
  last_four: Type.String(),
  expires_at: Nullable(Timestamp),
  last_used_at: Nullable(Timestamp),
  last_used_ip: Nullable(Type.String({ description: 'From where it was used then, to the minute.' })),
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
      'A key made without scopes has all of them, and one without `allowed_ips` works from anywhere. With `payout_caps` it may ask for so much money to be paid out, in TZS, and no more; charges come on top.',
    access: { who: 'merchant', merchant: 'path', roles: keepers, keys: 'none' },
    idempotency: 'accepted',
    body: Body({
      environment: EnvironmentName,
      name: Type.Optional(Name),
      scopes: Type.Optional(Type.Array(ScopeName, { minItems: 1, uniqueItems: true })),
      expires_at: Type.Optional(Nullable(Timestamp)),
      payout_caps: Type.Optional(PayoutCapsBody),
      allowed_ips: Type.Optional(AllowedIps),
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
  changeApiKey: operation({
    id: 'changeApiKey',
    method: 'PATCH',
    path: '/v1/merchants/{merchant_id}/api-keys/{key_id}',
    tag: 'API keys',
    summary: 'Change where an API key works, or narrow it',
    description:
      'Fields that are absent stay as they are. `allowed_ips` replaces the whole list, at once and for streams that are open. `scopes` may ' +
      'only be fewer and `expires_at` only earlier: whoever needs more makes a new key.',
    access: { who: 'merchant', merchant: 'path', roles: keepers, keys: 'none' },
    idempotency: 'none',
    body: Body({
      name: Type.Optional(Name),
      scopes: Type.Optional(Type.Array(ScopeName, { minItems: 1, uniqueItems: true })),
      expires_at: Type.Optional(Timestamp),
      allowed_ips: Type.Optional(AllowedIps),
    }),
    status: 200,
    reply: ApiKey,
    refusals: ['not_found', 'invalid_state'],
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
      'The new key has the same name, environment, scopes, caps and allowed addresses. The old one works until the overlap ends; what both ask for counts together.',
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
