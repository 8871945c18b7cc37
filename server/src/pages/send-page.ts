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
  reply
    .header('cache-control', 'private, no-cache')
    .header('content-language', page.language)
    .header('vary', 'accept-language, accept-encoding')
  if (!page.isListed) reply.header('x-robots-tag', 'noindex')
  return sendTagged(request, reply.type('text/html; charset=utf-8'), body)
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
      text,
    ),
  )
  return `${path}?v=${tagOf(text)}`
}

function sendTagged(request: FastifyRequest, reply: FastifyReply, body: string): FastifyReply {
  const tag = `"${tagOf(body)}"`
  reply.header('etag', tag)
  const known = (request.headers['if-none-match'] ?? '')
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
  if (reply.statusCode === 200 && known.includes(tag)) return reply.code(304).send()
  // Payers pay by the byte. What was sent packed and what was not have one tag: unpacked they are the same.
  if (!/\bgzip\b/i.test(request.headers['accept-encoding'] ?? '')) return reply.send(body)
  return reply.header('content-encoding', 'gzip').send(pack(body))
}

function tagOf(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 16)
}
