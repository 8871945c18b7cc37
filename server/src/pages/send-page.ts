import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { layout, type Page } from './layout.ts'
import { pack } from './pack.ts'

/**
 * Answers with a page. It is for this visitor only and asked for again each time, but unchanged it costs 304 and no
 * body.
 */
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  const body = layout(page, request.url)
  for (const [name, value] of headersOf(page)) reply.header(name, value)
  return sendTagged(request, reply, { tag: tagOf(body), body, pack: () => pack(body) })
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
  return readyText(layout(page, url), headersOf(page), status)
}

export function readyText(text: string, headers: [string, string][], status = 200): Ready {
  const bytes = { body: new TextEncoder().encode(text), packed: new Uint8Array(pack(text)) }
  return { status, headers, tag: tagOf(text), ...bytes }
}

export function sendReady(request: FastifyRequest, reply: FastifyReply, ready: Ready): FastifyReply {
  const { status, headers, tag, body, packed } = ready
  for (const [name, value] of headers) reply.header(name, value)
  return sendTagged(request, reply.code(status), {
    ...{ tag, body: bufferOf(body) },
    pack: () => bufferOf(packed),
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
  app.get(path, async (request, reply) =>
    sendTagged(
      request,
      reply.header('cache-control', 'public, max-age=3600').header('vary', 'accept-encoding').type(type),
      { tag: tagOf(text), body: text, pack: () => pack(text) },
    ),
  )
  return `${path}?v=${tagOf(text)}`
}

type Tagged = { tag: string; body: string | Buffer; pack(): Buffer }

function sendTagged(request: FastifyRequest, reply: FastifyReply, { tag: name, body, pack }: Tagged) {
  const tag = `"${name}"`
  reply.header('etag', tag)
  const known = (request.headers['if-none-match'] ?? '')
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
  if (reply.statusCode === 200 && known.includes(tag)) return reply.code(304).send()
  // Payers pay by the byte. What was sent packed and what was not have one tag: unpacked they are the same.
  if (!/\bgzip\b/i.test(request.headers['accept-encoding'] ?? '')) return reply.send(body)
  return reply.header('content-encoding', 'gzip').send(pack())
}

function tagOf(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 16)
}
