import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../primitives/refusal.ts'
import { decodeCsv } from './read-csv.ts'
import { readJson } from './read-json.ts'

const json = /^application\/json\s*(;|$)/i
const csv = /^text\/csv\s*(;|$)/i

/**
 * Reads what comes with a request. JSON is parsed; anything else is refused, unless the operation takes whatever its caller
 * sends, or nothing came at all: an empty body is no body, whatever it is called. The framework refuses names that it does
 * not know before it reads, so every name but JSON is put aside while it does.
 */
export function readBodies(app: FastifyInstance): void {
  const putAside = new WeakMap<FastifyRequest, string>()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, toldBy(parseBody))
  const parseAny = toldBy((request, bytes) => {
    const { operation } = request.routeOptions.config
    if (bytes.length > 0 && operation?.takesCsv !== undefined && csv.test(putAside.get(request) ?? ''))
      return decodeCsv(bytes)
    const isTaken = operation?.anyContentType
    if (bytes.length > 0 && !isTaken) throw new Refusal('unsupported_media_type')
    return parseBody(request, bytes)
  })
  app.addContentTypeParser('*', { parseAs: 'buffer' }, parseAny)
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    const { 'content-type': name } = request.raw.headers
    if (name !== undefined && !json.test(name)) {
      putAside.set(request, name)
      delete request.raw.headers['content-type']
    }
    done(faultOfGone(request))
  })
  app.addHook('preValidation', (request, _reply, done) => {
    const name = putAside.get(request)
    if (name !== undefined) request.raw.headers['content-type'] = name
    done()
  })
}

/** Whoever hung up before the body was read has taken it along, and whoever would read it now would wait until the time is up. */
export function faultOfGone({ raw: { errored, headers } }: FastifyRequest): Error | undefined {
  // As the framework tells whether there is anything to read.
  const isRead =
    headers['content-type'] !== undefined ||
    headers['transfer-encoding'] !== undefined ||
    Number(headers['content-length'] ?? 0) > 0
  return isRead && errored !== null ? errored : undefined
}

type Parse = (request: FastifyRequest, bytes: Buffer) => unknown
type Done = (error: Error | null, value?: unknown) => void

/** What was read is told, and not promised: a promise for each body costs more than to read most of them. */
function toldBy(parse: Parse) {
  return (request: FastifyRequest, bytes: Buffer, done: Done): void => {
    let value: unknown
    try {
      value = parse(request, bytes)
    } catch (error) {
      done(error as Error)
      return
    }
    done(null, value)
  }
}

function parseBody(request: FastifyRequest, bytes: Buffer): unknown {
  const { operation } = request.routeOptions.config
  if (operation?.rawBody) return bytes
  if (bytes.length === 0) return undefined
  const { value, problems } = readJson(bytes, operation?.moneyNumbers)
  request.jsonProblems = problems
  request.sentJson = bytes
  return value
}
