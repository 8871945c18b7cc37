import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { layout, type Page } from './layout.ts'
import { type Packed, type Pieces, pack } from './pack.ts'

/**
 * Answers with a page. It is for this visitor only and asked for again each time, but unchanged it costs 304 and no
 * body.
 */
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  const pieces = layout(page, request.url)
  for (const [name, value] of headersOf(page)) reply.header(name, value)
  return sendTagged(request, reply, { ...pack(pieces), body: () => textOf(pieces) })
}

function headersOf({ language, isListed }: Page): [string, string][] {
  return [
    ['content-type', 'text/html; charset=utf-8'],
    ['cache-control', 'private, no-cache'],
    ['content-language', language],
    ['vary', 'accept-language, accept-encoding'],
    ...(isListed ? [] : [['x-robots-tag', 'noindex'] as [string, string]]),
  ]
}

/** All of an answer before somebody asks for it, so that it can be made in a thread apart, kept, and sent often. */
export type Ready = {
  status: number
  headers: [string, string][]
  tag: string
  body: Uint8Array
  packed: Uint8Array
}

export function readyPage(page: Page, url: string, status = 200): Ready {
  return readyPieces(layout(page, url), headersOf(page), status)
}

export function readyText(text: string, headers: [string, string][], status = 200): Ready {
  return readyPieces({ beginning: '', rest: text }, headers, status)
}

function readyPieces(pieces: Pieces, headers: [string, string][], status: number): Ready {
  const { tag, packed } = pack(pieces)
  const body = new TextEncoder().encode(textOf(pieces))
  return { status, headers, tag, body, packed: new Uint8Array(packed) }
}

function textOf({ beginning, rest }: Pieces): string {
  return beginning + rest
}

export function sendReady(request: FastifyRequest, reply: FastifyReply, ready: Ready): FastifyReply {
  const { status, headers, tag, body, packed } = ready
  for (const [name, value] of headers) reply.header(name, value)
  return sendTagged(request, reply.code(status), {
    ...{ tag, packed: bufferOf(packed) },
    body: () => bufferOf(body),
  })
}

/** The same bytes, as the framework sends them. */
function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

const contentTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/**
 * Serves a file of ours, read now and never again. Pages use the address that is returned: it names the content, so that
 * a page never meets the script of another version, however long browsers keep it.
 */
export function serveFile(app: FastifyInstance, path: string, file: string): string {
  const text = readFileSync(file, 'utf8')
  const type = contentTypes[extname(file)]
  if (type === undefined) throw new Error(`There is no content type for ${file}`)
  const made = { ...pack({ beginning: '', rest: text }), body: () => text }
  app.get(path, async (request, reply) =>
    sendTagged(
      request,
      reply.header('cache-control', 'public, max-age=3600').header('vary', 'accept-encoding').type(type),
      made,
    ),
  )
  return `${path}?v=${made.tag}`
}

type Tagged = Packed & { body(): string | Buffer }

function sendTagged(request: FastifyRequest, reply: FastifyReply, { tag: name, body, packed }: Tagged) {
  const tag = `"${name}"`
  reply.header('etag', tag)
  const known = request.headers['if-none-match']
  if (known !== undefined && reply.statusCode === 200 && tagsIn(known).includes(tag))
    return reply.code(304).send()
  // Payers pay by the byte. What was sent packed and what was not have one tag: unpacked they are the same.
  if (!/\bgzip\b/i.test(request.headers['accept-encoding'] ?? '')) return reply.send(body())
  return reply.header('content-encoding', 'gzip').send(packed)
}

function tagsIn(header: string): string[] {
  return header.split(',').map((one) => one.trim().replace(/^W\//, ''))
}
