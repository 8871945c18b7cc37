import Type from 'typebox'
import type { Role } from './access.ts'
import {
  Body,
  EnvironmentName,
  Id,
  ListOf,
  listQuery,
  Name,
  Nullable,
  ScopeName,
  Timestamp,
} from './fields.ts'
import { operation } from './operation.ts'

export const ApiKey = Type.Object({
  id: Id,
  name: Type.String(),
  environment: EnvironmentName,
  scopes: Type.Array(ScopeName),
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

const keepers: readonly Role[] = ['owner', 'admin', 'developer']

/** A week: long enough for any rollout, short enough that a leaked key does not linger. */
const longestOverlapSeconds = 7 * 24 * 60 * 60

export const apiKeyOperations = {
  createApiKey: operation({
    id: 'createApiKey',
    method: 'POST',
    path: '/v1/merchants/{merchant_id}/api-keys',
    tag: 'API keys',
    summary: 'Create an API key',
    description: 'A key made without scopes has all of them.',
    access: { who: 'merchant', merchant: 'path', roles: keepers, keys: 'none' },
    idempotency: 'accepted',
    body: Body({
      environment: EnvironmentName,
      name: Type.Optional(Name),
      scopes: Type.Optional(Type.Array(ScopeName, { minItems: 1, uniqueItems: true })),
      expires_at: Type.Optional(Nullable(Timestamp)),
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
      'The new key has the same name, environment and scopes. The old one works until the overlap ends.',
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
