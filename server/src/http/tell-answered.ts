import type { IncomingHttpHeaders } from 'node:http'
import { type Operation, pathParamNames, type RefusalCode } from '@malipo/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Principal } from '../auth/auth.ts'
import { isId } from '../primitives/id.ts'
import type { WhenOver } from '../telemetry/telemetry.ts'
import type { Actor } from './authorise.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The JSON that came, once it was read as such. */
    sentJson: Buffer | null
    /** What went back, where it is text. */
    answeredText: string | null
    actor: Actor | null
    refusedWith: RefusalCode | null
    madeId: string | null
  }
}

/** A request of somebody who is known, and its answer. */
export type Answered = {
  requestId: string
  /** The caller has chosen the request id. */
  idIsGiven: boolean
  method: string
  url: string
  headers: IncomingHttpHeaders
  address: string
  params: Record<string, string>
  operation: Operation | undefined
  principal: Exclude<Principal, { kind: 'nobody' }>
  /** Who that is, is known; their credentials are good for nothing. */
  isRefused: boolean
  /** For whom they acted, once that was settled. */
  actor: Actor | null
  status: number
  errorCode: RefusalCode | null
  durationMs: number
  /** What the call was about, or has made. */
  resourceId: string | null
  sent: Buffer | null
  reply: string | null
}

/** Tells of each request of somebody who is known when it is over: also of one whose caller hung up, who will ask what became of it. */
export function tellAnswered(
  app: FastifyInstance,
  whenOver: WhenOver,
  tell: (answered: Answered) => void,
): void {
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (typeof payload === 'string') request.answeredText = payload
    done()
  })
  whenOver((request, reply) => {
    const principal = request.principal && knownFrom(request.principal)
    if (principal !== undefined) tell(answeredTo(request, reply, principal))
  })
}

/** A key that has ended or was used from elsewhere is known: its merchant should see who tries. */
function knownFrom(principal: Principal): Answered['principal'] | undefined {
  return principal.kind === 'nobody' ? principal.refusedKey : principal
}

function answeredTo(
  request: FastifyRequest,
  reply: FastifyReply,
  principal: Answered['principal'],
): Answered {
  return {
    requestId: request.id,
    idIsGiven: request.headers['x-request-id'] === request.id,
    method: request.method,
    url: request.url,
    headers: request.headers,
    address: request.ip,
    params: paramsOf(request),
    operation: request.routeOptions.config.operation,
    principal,
    isRefused: request.principal?.kind === 'nobody',
    actor: request.actor,
    status: reply.statusCode,
    errorCode: request.refusedWith,
    durationMs: Math.round(reply.elapsedTime),
    resourceId: namedResource(request) ?? request.madeId,
    sent: request.sentJson,
    reply: isJson(reply.getHeader('content-type')) ? request.answeredText : null,
  }
}

export function decorateAnswered(app: FastifyInstance): void {
  for (const name of ['sentJson', 'answeredText', 'actor', 'refusedWith', 'madeId'])
    app.decorateRequest(name, null)
}

function isJson(contentType: unknown): boolean {
  return String(contentType).startsWith('application/json')
}

function paramsOf({ params }: FastifyRequest): Record<string, string> {
  return (params ?? {}) as Record<string, string>
}

/** Whoever is named first has what is named after; and the merchant has everything. */
function namedResource(request: FastifyRequest): string | null {
  const { operation } = request.routeOptions.config
  if (operation === undefined) return null
  const name = pathParamNames(operation.path).findLast(isNameOfResource)
  return name === undefined ? null : (paramsOf(request)[name] ?? null)
}

/** Phones and tokens stand in paths too, and are no ids. */
function isNameOfResource(name: string): boolean {
  return name !== 'merchant_id' && (name.endsWith('_id') || name === 'id' || name === 'provider_reference')
}

/** The id of what a reply shows. */
export function idIn(reply: unknown): string | null {
  if (reply === null || typeof reply !== 'object') return null
  const fields = reply as Record<string, unknown>
  if (typeof fields.id === 'string') return fields.id
  const name = Object.keys(fields).find(isNameOfResource)
  const id = name === undefined ? null : fields[name]
  return typeof id === 'string' && isId(id) ? id : null
}
