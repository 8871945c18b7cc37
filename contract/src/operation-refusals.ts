import type { Scope } from './access.ts'
import type { Operation } from './operation.ts'
import type { RefusalCode } from './refusals.ts'

/** Which refusals an operation can answer with: those of its access, its inputs and the service as a whole. */
export function refusalsOf(operation: Operation): RefusalCode[] {
  const codes = new Set<RefusalCode>([
    // Of a parameter that nobody knows, in every query.
    'validation_error',
    'rate_limited',
    'internal_error',
    'unavailable',
    ...ofAccess(operation),
    ...ofInputs(operation),
    ...(operation.refusals ?? []),
  ])
  return [...codes]
}

const ofCredentials: readonly RefusalCode[] = ['unauthenticated', 'invalid_api_key', 'ip_not_allowed']

function ofAccess({ access, method }: Operation): RefusalCode[] {
  if (access.who === 'anyone') return []
  // A page of somebody else's might send our cookie along.
  const ofPages: RefusalCode[] = method === 'GET' ? [] : ['bad_origin']
  if (access.who !== 'merchant') {
    const ofRank: RefusalCode[] = access.who === 'super_admin' ? ['forbidden', 'second_factor_required'] : []
    return [...ofCredentials, 'dashboard_session_required', ...ofRank, ...ofPages]
  }
  return [
    ...ofPages,
    ...ofCredentials,
    'forbidden',
    'merchant_mismatch',
    ...ofKeysFor(access.keys),
    ...(access.merchant === 'caller' ? (['merchant_required'] as const) : []),
  ]
}

function ofKeysFor(keys: Scope | 'any' | 'none'): RefusalCode[] {
  if (keys === 'any') return []
  return [keys === 'none' ? 'dashboard_session_required' : 'insufficient_scope']
}

function ofInputs({ idempotency, method, anyContentType }: Operation): RefusalCode[] {
  const ofKeys: RefusalCode[] = [
    'idempotency_key_invalid',
    'idempotency_key_reused',
    'idempotency_in_progress',
  ]
  const ofBodies: RefusalCode[] = ['invalid_json', 'body_too_large', 'unsupported_media_type']
  return [
    ...(idempotency === 'required' ? (['idempotency_key_required'] as const) : []),
    ...(idempotency === 'none' ? [] : ofKeys),
    // A body that nobody asked for is read as well, and must be one.
    ...(method === 'GET' || anyContentType ? [] : ofBodies),
  ]
}
