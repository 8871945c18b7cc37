import { isList, type Operation } from '@malipo/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type, { type TObject, type TSchema } from 'typebox'
import type { Principal } from '../auth/auth.ts'
import type { Database } from '../database/database.ts'
import { invalid, Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'
import { againIfHeldUp } from './again-if-held-up.ts'
import { answerFile } from './answer-file.ts'
import { answerStream, goneSignal } from './answer-stream.ts'
import { type Actor, authorise, environmentOf, type Pending } from './authorise.ts'
import { checkOrigin } from './check-origin.ts'
import { answerCsv, prefersCsv } from './csv.ts'
import type { Gate } from './gate.ts'
import { leaveOutNulls } from './leave-out-nulls.ts'
import type { Turns } from './list-turns.ts'
import { faultOfGone } from './read-bodies.ts'
import { CsvBody, rowsFromCsv } from './read-csv.ts'
import { readQuery } from './read-query.ts'
import { type Begin, fingerprintOf, type RequestMark, rememberReply } from './remember-reply.ts'
import type { Call, FileReply, Route } from './route.ts'
import type { SiblingOf } from './sibling-fields.ts'
import { idIn } from './tell-answered.ts'
import { type Validate, validator } from './validate.ts'

/** What the routes of one server have in common. */
export type Surroundings = {
  world: World
  gate: Gate
  lists: Database
  turns: Turns
  /** Who changes something in a transaction of their own, and when. */
  changes: Turns
  /** Who sends a large body, and when. */
  uploads: Turns
  siblingsOf: (operation: Operation) => SiblingOf
}

type Prepared = Route & Surroundings & { checkBody: Validate; checkQuery: Validate; query: TObject }

const nothing = Type.Object({}, { additionalProperties: false })
const keyPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * The order of checks, the same for every operation: credentials, scope or role, idempotency key, body shape,
 * tenancy; then the handler with its business rules. Nothing is created before all of them have passed.
 */
export function registerRoute(
  app: FastifyInstance,
  { operation, handle }: Route,
  surroundings: Surroundings,
): void {
  const { world } = surroundings
  const prepared: Prepared = {
    ...surroundings,
    operation,
    handle,
    checkBody: validator(operation.body ?? nothing, surroundings.siblingsOf(operation)),
    checkQuery: validator(operation.query ?? nothing),
    query: operation.query ?? nothing,
  }
  app.route({
    method: operation.method,
    url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { operation },
    ...(operation.mostBytes !== undefined && { bodyLimit: operation.mostBytes }),
    schema: operation.stream || operation.file ? {} : { response: responsesOf(operation) },
    // After every hook on the request, the limits among them: wrong credentials are counted before they are refused.
    preParsing: (request, reply, payload, done) => {
      // It is for whoever asks now. A browser or a proxy that keeps it would give it to the next.
      reply.header('cache-control', 'no-store')
      const refusal = refusalBefore(operation, request, world)
      if (refusal !== undefined || !isLarge(operation)) return done(refusal ?? null, payload)
      const read = () => untilAnswered(reply, () => done(faultOfGone(request) ?? null, payload))
      surroundings.uploads(senderOf(request.principal), read).catch(done)
    },
    handler: (request, reply) => answer(prepared, request, reply),
  })
}

/** What is longer is not read beside any number of others. */
const mostBesideOthers = 1024 * 1024

function isLarge({ mostBytes = 0 }: Operation): boolean {
  return mostBytes > mostBesideOthers
}

function senderOf(principal: Principal): string {
  return principal.kind === 'key' ? principal.merchant.id : readerOf(principal)
}

/** Ends with the answer, or when whoever sends has hung up, which may have been before it began. */
function untilAnswered({ raw }: FastifyReply, begin: () => void): Promise<void> {
  return new Promise((resolve) => {
    if (raw.closed || raw.destroyed) resolve()
    else raw.once('close', () => resolve())
    begin()
  })
}

/** Made once for each reply, because what writes it is remembered by it. */
const envelopes = new WeakMap<TSchema, TObject>()

function envelopeOf({ reply }: Operation): TObject {
  const envelope = envelopes.get(reply) ?? Type.Object({ success: Type.Literal(true), data: reply })
  envelopes.set(reply, envelope)
  return envelope
}

function responsesOf(operation: Operation): Record<number, TObject> {
  const envelope = envelopeOf(operation)
  return {
    [operation.status]: envelope,
    ...(operation.mayExist && { 200: envelope }),
    ...(operation.waitsForMs !== undefined && { 202: envelope }),
  }
}

/** What can be told before the body is read. Returned, not thrown: a hook without a promise is a faster one. */
function refusalBefore(operation: Operation, request: FastifyRequest, world: World): Error | undefined {
  try {
    request.permitted = authorise(operation.access, request.principal, request, world)
    // Where anyone may ask, a session opens nothing that a page of somebody else's could use.
    const usesSession = operation.access.who !== 'anyone' && request.principal.kind === 'person'
    if (usesSession || operation.tag === 'Sign-in') checkOrigin(request, world.baseUrl)
    checkIdempotencyKey(operation, request)
    return undefined
  } catch (error) {
    return error as Error
  }
}

/** What the answer is called, unless its handler says otherwise. */
type Told = { status: number }

async function answer(prepared: Prepared, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { body, query } = readInputs(prepared, request)
  const permitted = request.permitted as Principal | Pending
  const caller = permitted.kind === 'pending' ? permitted.settle({ body, query }) : permitted
  if (caller.kind === 'actor') request.actor = caller
  const told: Told = { status: prepared.operation.status }
  const call = {
    params: readParams(prepared.operation, request.params as Record<string, string>),
    query,
    body,
    caller,
    lists: prepared.lists,
    inTurn: (read: () => Promise<unknown>) => prepared.turns(readerOf(caller), read),
    requestId: request.id,
    address: request.ip,
    environment: () => environmentOf(request),
    allHeaders: () => headersOf(request),
    headers: { cookie: request.headers.cookie ?? '', userAgent: request.headers['user-agent'] ?? '' },
    setCookies: (cookies: string[]) => void reply.header('set-cookie', cookies),
    idempotently: (work: Parameters<Call<Operation>['idempotently']>[0]) =>
      idempotently(prepared, request, reply, caller, told, work),
    mark: () => markOf(request, scopeOf(caller)),
    markWithin: (owner: Pick<RequestMark, 'scope' | 'environment'>) =>
      request.headers['idempotency-key'] === undefined ? null : markOf(request, owner),
    notYet: () => {
      told.status = 202
    },
    existed: () => {
      told.status = 200
    },
    ...(prepared.operation.waitsForMs !== undefined && { gone: goneSignal(reply, prepared.gate) }),
    replayed: () => void reply.header('idempotent-replayed', 'true'),
  } as unknown as Call<Operation>
  if (prepared.operation.stream) return stream(prepared, call, reply)
  const data = isList(prepared.operation)
    ? await prepared.turns(readerOf(caller), () => prepared.handle(call))
    : await prepared.handle(call)
  request.madeId = idIn(data)
  reply.status(told.status)
  if (prepared.operation.file) return answerFile(reply, prepared.operation.file, data as FileReply)
  if (prepared.operation.csv) {
    reply.header('vary', 'accept')
    if (prefersCsv(request.headers.accept)) return answerCsv(reply, prepared.operation.reply, data)
  }
  return { success: true, data }
}

/** Who shares turns: everybody of a merchant, or the person who acts for none. */
function readerOf(caller: Principal | Actor): string {
  if (caller.kind === 'actor') return caller.merchantId
  return caller.kind === 'person' ? caller.user.id : 'anybody'
}

async function stream(prepared: Prepared, call: Call<Operation>, reply: FastifyReply): Promise<unknown> {
  const gone = goneSignal(reply, prepared.gate)
  const source = await prepared.handle({ ...call, gone } as unknown as Call<Operation>)
  reply.status(prepared.operation.status)
  return answerStream(reply, source as AsyncIterable<string>, gone)
}

function headersOf({ headers }: FastifyRequest): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}

/** Ids may be written in capitals; ours are not. What no database can look for is not there. */
function readParams({ refusals }: Operation, params: Record<string, string>): Record<string, string> {
  const isNowhere = Object.values(params).some((value) => value.includes('\0') || !value.isWellFormed())
  if (isNowhere && refusals?.includes('not_found')) throw new Refusal('not_found')
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, value.toLowerCase()]))
}

function readInputs(prepared: Prepared, request: FastifyRequest): { body: unknown; query: unknown } {
  if (request.body instanceof CsvBody) {
    return { body: readCsvBody(prepared, request, request.body.csv), query: {} }
  }
  const query = readQuery(request.query as Record<string, unknown>, prepared.query)
  // An absent body is an empty one, so that every missing field is named.
  const body = request.body === undefined || request.body === null ? {} : request.body
  if (prepared.operation.rawBody) return { body, query }
  // Before anybody looks: also the mark of a request is the same with and without.
  if (prepared.operation.body) leaveOutNulls(body, prepared.operation.body)
  const told = request.jsonProblems ?? []
  const alreadyTold = new Set(told.map(({ field }) => field))
  const problems = [
    ...told,
    ...prepared.checkQuery(query),
    ...(request.method === 'GET' ? [] : prepared.checkBody(body)).filter(
      ({ field }) => !alreadyTold.has(field),
    ),
  ]
  if (problems.length > 0) throw invalid(...problems)
  return { body, query }
}

/** The same body that would have come as JSON: the lines in one field, and what has no place in them from the query. */
function readCsvBody({ operation, checkBody }: Prepared, request: FastifyRequest, csv: string): unknown {
  const { takesCsv: field = '', body: schema = nothing } = operation
  const { [field]: rows, ...besides } = schema.properties as Record<string, TSchema & { maxItems?: number }>
  const query = readQuery(request.query as Record<string, unknown>, Type.Object(besides))
  const body = { ...query, [field]: rowsFromCsv(csv, rows?.maxItems ?? 0) }
  const problems = checkBody(body)
  if (problems.length > 0) throw invalid(...problems)
  return body
}

function checkIdempotencyKey(operation: Operation, request: FastifyRequest): void {
  const key = request.headers['idempotency-key']
  // Where nothing is made there is nothing to repeat, and what others call us with has headers of its own.
  if (operation.idempotency === 'none') return
  if (key === undefined) {
    if (operation.idempotency === 'required') throw new Refusal('idempotency_key_required')
  } else if (!keyPattern.test(String(key))) {
    throw new Refusal('idempotency_key_invalid')
  }
}

async function idempotently(
  { operation, world, changes }: Prepared,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Principal | Actor,
  told: Told,
  work: Parameters<Call<Operation>['idempotently']>[0],
): Promise<unknown> {
  // A turn lasts as long as the transaction: whoever waits for the first request under a key has none.
  const begin: Begin = (inside) =>
    againIfHeldUp(reply, () => {
      told.status = operation.status
      return changes(readerOf(caller), () => world.sql.begin(inside))
    })
  // Where the operation has no key, whatever stands in the header was not checked, and means nothing.
  const hasKey = operation.idempotency !== 'none' && request.headers['idempotency-key'] !== undefined
  if (!hasKey) return begin(work)
  const mark = markOf(request, scopeOf(caller))
  const remembered = await rememberReply({ ...world, sql: { begin } }, mark, () => told.status, work)
  told.status = remembered.status
  if (remembered.replayed) reply.header('idempotent-replayed', 'true')
  return remembered.reply
}

function markOf(request: FastifyRequest, owner: Pick<RequestMark, 'scope' | 'environment'>): RequestMark {
  return {
    ...owner,
    key: String(request.headers['idempotency-key']).toLowerCase(),
    fingerprint: fingerprintOf(request.method, request.url, request.body),
  }
}

function scopeOf(caller: Principal | Actor) {
  if (caller.kind === 'actor') return { scope: caller.merchantId, environment: caller.environment }
  if (caller.kind === 'person') return { scope: caller.user.id, environment: 'live' as const }
  throw new Error('Only a known caller can repeat a request.')
}
