import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { allowPages } from './allow-pages.ts'
import { html } from './html.ts'
import { chooseLanguage } from './language.ts'
import { sendPage, serveFile } from './send-page.ts'
import { styleSheet } from './style-sheet.ts'

const folder = mkdtempSync(join(tmpdir(), 'malipo-pages-'))
let app: FastifyInstance
let script: string
before(async () => {
  app = fastify()
  writeFileSync(join(folder, 'say.js'), "console.log('first')\n")
  await app.register(async (pages) => {
    allowPages(pages, 'https://pay.example', { styles: styleSheet, scripts: 'own' })
    script = serveFile(pages, '/say.js', join(folder, 'say.js'))
    pages.get('/shop/:name', async (request, reply) => {
      const { name } = request.params as { name: string }
      return sendPage(request, reply, {
        language: chooseLanguage(request),
        title: name,
        content: html`<p>${name}</p>`,
        script,
      })
    })
    pages.get('/gone', async (request, reply) =>
      sendPage(request, reply.code(404), {
        language: 'en',
        title: 'Nothing here',
        content: html``,
        isListed: true,
      }),
    )
  })
})
after(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const shop = (asked = '', headers = {}) => app.inject({ url: `/shop/Asha${asked}`, headers })

test('a page is a whole document in the language that was asked for, and leads to the other', async () => {
  const { body, headers } = await shop('?token=a%26b&lang=sw', { 'accept-language': 'en' })
  assert.match(body, /^<!doctype html>\n<html lang="sw">/)
  assert.match(body, /<title>Asha · Malipo<\/title>/)
  assert.match(body, /<a href="\?token=a%26b&amp;lang=en" hreflang="en" lang="en">Read in English<\/a>/)
  assert.equal(headers['content-language'], 'sw')
  assert.equal(headers['content-type'], 'text/html; charset=utf-8')
  assert.equal(headers.vary, 'accept-language, accept-encoding')
})

test('what stands in the address is shown as text', async () => {
  const { body } = await app.inject({
    url: `/shop/${encodeURIComponent('"><script>alert(1)</script>')}?a="><b>`,
  })
  assert.doesNotMatch(body, /<script>|"><b>/)
  assert.match(body, /<h1>&quot;&gt;&lt;script&gt;alert\(1\)&lt;\/script&gt;<\/h1>/)
})

test('an unchanged page costs no body, a changed one does, and each language is a page of its own', async () => {
  const { headers } = await shop()
  const again = await shop('', { 'if-none-match': `"other", W/${headers.etag}` })
  assert.deepEqual([again.statusCode, again.body], [304, ''])
  assert.equal(again.headers.etag, headers.etag)
  assert.equal((await shop('', { 'if-none-match': '"other"' })).statusCode, 200)
  assert.equal((await shop('?lang=en', { 'if-none-match': headers.etag })).statusCode, 200)
})

test('pages are kept by nobody but the visitor, and found by nobody unless they say so', async () => {
  const { headers } = await shop()
  assert.deepEqual([headers['cache-control'], headers['x-robots-tag']], ['private, no-cache', 'noindex'])
  assert.equal((await app.inject('/gone')).headers['x-robots-tag'], undefined)
})

test('a refusal stays one, whatever the browser remembers of it', async () => {
  const { headers, statusCode } = await app.inject('/gone')
  assert.equal(statusCode, 404)
  const again = await app.inject({ url: '/gone', headers: { 'if-none-match': String(headers.etag) } })
  assert.equal(again.statusCode, 404)
})

test('the policy knows our style sheet by its hash and allows nothing inline', async () => {
  const { body, headers } = await shop()
  assert.equal(
    headers['content-security-policy'],
    "default-src 'none';frame-ancestors 'none';img-src 'self' data:;base-uri 'none';form-action 'self';" +
      `style-src ${await hashOf(/<style>(.*?)<\/style>/s.exec(body)?.[1] ?? '')};script-src 'self';connect-src 'self'`,
  )
  assert.doesNotMatch(body, / style="| on\w+="|<script>/)
})

test('a script is read once, and the page names the content that belongs to it', async () => {
  writeFileSync(join(folder, 'say.js'), "console.log('second')\n")
  const { body } = await shop()
  assert.match(script, /^\/say\.js\?v=[\w-]{16}$/)
  assert.ok(body.includes(`<script src="${script}" defer></script>`))
  const served = await app.inject(script)
  assert.equal(served.body, "console.log('first')\n")
  assert.equal(served.headers['content-type'], 'text/javascript; charset=utf-8')
  const again = await app.inject({ url: script, headers: { 'if-none-match': String(served.headers.etag) } })
  assert.equal(again.statusCode, 304)
})

test('a page travels packed where that is understood, under the same tag', async () => {
  const [plain, packed] = [await shop(), await shop('', { 'accept-encoding': 'br, gzip' })]
  assert.equal(packed.headers['content-encoding'], 'gzip')
  assert.equal(gunzipSync(packed.rawPayload).toString(), plain.body)
  assert.equal(packed.headers.etag, plain.headers.etag)
  assert.equal(plain.headers['content-encoding'], undefined)
})

test('a page weighs a few kilobytes', async () => {
  assert.ok(styleSheet.text.length < 5_000, `the style sheet has ${styleSheet.text.length} bytes`)
  assert.ok((await shop()).body.length < styleSheet.text.length + 1_500)
})

async function hashOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return `'sha256-${Buffer.from(bytes).toString('base64')}'`
}
