import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { allowPages, readStyleSheet, sendReady, serveFile } from '../pages/pages.ts'
import { openLibrary } from './open-library.ts'

export type DocsOptions = { baseUrl: string; version: string }

/** Guides, reference, errors and changelog, for people under /docs, and for programs as Markdown. */
export async function serveDocs(app: FastifyInstance, options: DocsOptions): Promise<void> {
  await app.register(async (pages) => {
    const styles = readStyleSheet(...['shell.css', 'text.css', 'samples.css'].map(beside))
    allowPages(pages, options.baseUrl, { styles, scripts: 'own' })
    const { read, results, places, end } = openLibrary({
      ...options,
      drawing: {
        styles,
        script: serveFile(pages, '/docs/docs.js', beside('docs.js')),
        tryScript: serveFile(pages, '/docs/try.js', beside('try.js')),
      },
    })
    pages.addHook('onClose', end)

    const answer = async (request: FastifyRequest, reply: FastifyReply) =>
      sendReady(request, reply, await read(request.url.split('?', 1)[0] ?? ''))
    for (const path of ['/docs', '/docs.md', '/docs/*', '/llms.txt', '/llms-full.txt'])
      pages.get(path, answer)
    pages.get('/docs/', async (_request, reply) => reply.redirect('/docs', 301))
    pages.get('/docs/search', async (request, reply) =>
      sendReady(request, reply, await results(askedFor(request))),
    )
    pages.get('/docs/search.json', async (request) => ({
      success: true,
      data: { items: await places(askedFor(request)) },
    }))
  })
}

function askedFor({ query }: FastifyRequest): string {
  const { q } = (query ?? {}) as { q?: unknown }
  return typeof q === 'string' ? q.trim().slice(0, 200) : ''
}

function beside(name: string): string {
  return join(import.meta.dirname, name)
}
