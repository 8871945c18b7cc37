import { type Environment, type Operation, operations, requestMethods } from '@malipo/contract'
import type { Answered } from '../http/http.ts'
import { isId, lowestIdAt } from '../primitives/id.ts'
import type { World } from '../world/world.ts'
import { maskPath, maskQuery } from './mask-address.ts'
import { type KeptBody, maskBody } from './mask-body.ts'
import { maskText } from './mask-text.ts'

/** A request as it is kept: masked. */
export type RequestRow = {
  id: string
  merchant_id: string
  environment: Environment
  given_id: string | null
  method: string
  path: string
  query: string | null
  status: number
  error_code: string | null
  duration_ms: number
  api_key_id: string | null
  ip: string
  idempotency_key: string | null
  resource_id: string | null
  request_body: string | null
  request_body_cut: boolean
  response_body: string | null
  response_body_cut: boolean
  created_at: Date
}

/** Whoever watches the log asks for it again and again, and would see little else. */
const unkept: ReadonlySet<string> = new Set([operations.listRequests.id, operations.readRequest.id])

/** What is longer was made up by somebody, and would not fit an index. */
const longestPath = 500
const longestQuery = 2_000
const longestName = 100

/** Whose request it is: null where it is nobody's, of a stranger, of a person who acts for no merchant, or a look at this log. */
export function askerIn(answered: Answered): Owner | null {
  const { method, operation } = answered
  if (operation !== undefined && unkept.has(operation.id)) return null
  if (!(requestMethods as readonly string[]).includes(method)) return null
  return ownerOf(answered)
}

/** When it came. */
export function cameAt(world: Pick<World, 'clock'>, answered: Answered): Date {
  return answered.idIsGiven
    ? new Date(world.clock.now().getTime() - answered.durationMs)
    : timeIn(answered.requestId)
}

/** What is kept of a request. */
export function rowOf(
  world: Pick<World, 'newId'>,
  { owner, at }: { owner: Owner; at: Date },
  answered: Answered,
): RequestRow {
  const mark = answered.url.indexOf('?')
  const path = mark < 0 ? answered.url : answered.url.slice(0, mark)
  const query = mark < 0 ? '' : answered.url.slice(mark + 1)
  const request = bodyOf(answered.sent?.toString('utf8') ?? null, 'request')
  const response = bodyOf(answered.reply, 'reply')
  return {
    ...owner,
    id: answered.idIsGiven ? idAt(at, world.newId()) : answered.requestId,
    given_id: answered.idIsGiven ? answered.requestId : null,
    method: answered.method,
    // An address without a place for anything of the caller's is ours, and hides nothing.
    path: path === answered.operation?.path ? path : pathAsKept(path),
    query: query ? maskQuery(query).slice(0, longestQuery) : null,
    status: answered.status,
    error_code: answered.errorCode,
    duration_ms: answered.durationMs,
    ip: answered.address,
    idempotency_key: nameFrom(answered.headers['idempotency-key']),
    resource_id: nameFrom(answered.resourceId ?? undefined),
    ...{ request_body: request?.text ?? null, request_body_cut: request?.isCut ?? false },
    ...{ response_body: response?.text ?? null, response_body_cut: response?.isCut ?? false },
    created_at: at,
  }
}

/** Also for those who look for it. */
export function pathAsKept(path: string): string {
  return maskPath(path).slice(0, longestPath)
}

/** The database takes no NUL, and a path may have one. */
function nameFrom(text: string | string[] | undefined): string | null {
  if (text === undefined) return null
  // What looks like an id of ours looks like nothing that is masked.
  if (typeof text === 'string' && isId(text)) return text
  return maskText(String(text)).replaceAll('\0', '%00').slice(0, longestName).toLowerCase()
}

function bodyOf(json: string | null, of: 'request' | 'reply'): KeptBody | null {
  return json === null || json === '' ? null : maskBody(json, of)
}

/** When it came: an id of our making begins with that time, and both order the log in the same way. */
function timeIn(id: string): Date {
  return new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16))
}

/** An id of its own that begins with the time of the request, as all do by which a list is ordered. */
function idAt(at: Date, id: string): string {
  return lowestIdAt(at.getTime()).slice(0, 13) + id.slice(13)
}

export type Owner = Pick<RequestRow, 'merchant_id' | 'environment' | 'api_key_id'>

/** Whose request it is: that of the key's merchant, or of the one for whom a person acted, or tried to. */
function ownerOf({ principal, actor, operation, headers, params }: Answered): Owner | null {
  if (principal.kind === 'key') {
    const { merchant, environment, keyId } = principal
    return { merchant_id: merchant.id, environment, api_key_id: keyId }
  }
  if (operation?.access.who !== 'merchant') return null
  if (actor !== null)
    return { merchant_id: actor.merchantId, environment: actor.environment, api_key_id: null }
  const named = namedMerchant(operation, params) ?? headers['x-merchant-id']
  const own = principal.memberships.map(({ merchant }) => merchant.id)
  const merchantId =
    named === undefined
      ? own.length === 1
        ? own[0]
        : undefined
      : own.find((id) => id === String(named).toLowerCase())
  if (merchantId === undefined) return null
  const environment = headers['x-environment'] === 'sandbox' ? 'sandbox' : 'live'
  return { merchant_id: merchantId, environment, api_key_id: null }
}

function namedMerchant({ access }: Operation, params: Record<string, string>): string | undefined {
  return access.who === 'merchant' && access.merchant === 'path' ? params.merchant_id : undefined
}
