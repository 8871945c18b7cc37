import assert from 'node:assert/strict'
import { performance } from 'node:perf_hooks'
import { after, before, describe, test } from 'node:test'
import { eventTypes, openApi, recordedExamples } from '@malipo/contract'
import fastify, { type FastifyInstance } from 'fastify'
import { textOf, wordsIn } from '../pages/pages.ts'
import { fieldsOf, typeOf } from './describe-schema.ts'
import { serveDocs } from './docs.ts'
import { parseGuide } from './read-guides.ts'
import { readReference } from './read-reference.ts'
import { eventsDoc, referenceDocs } from './reference-docs.ts'
import { renderMarkdown } from './render-markdown.ts'

const around = {
  words: wordsIn('en'),
  resolve: (href: string) => (href === 'known.md' ? '/docs/known' : undefined),
}

async function rendered(markdown: string): Promise<string> {
  return textOf((await renderMarkdown(markdown, around)).content)
}

describe('Markdown becomes a page', () => {
  test('whatever looks like markup in it is text, and remarks are left out', async () => {
    const text = await rendered(
      '<script>alert(1)</script>\n\na <b onclick="x">b</b> <!-- not said --> &amp; `<i>`',
    )
    assert.doesNotMatch(text, /<script|<b |<i>|not said/)
    assert.match(text, /&lt;script&gt;/)
    assert.match(text, /<code>&lt;i&gt;<\/code>/)
  })

  test('a link leads where the site has something, and is text where it has nothing', async () => {
    assert.equal(await rendered('[a](known.md) [b](other.md)'), '<p><a href="/docs/known">a</a> b</p>\n')
  })

  test('headings have ids of their own, given or made, none twice', async () => {
    const { headings } = await renderMarkdown(
      '## One & two\n\n## One & two\n\n### `code` {#given.id}',
      around,
    )
    assert.deepEqual(headings, [
      { id: 'one--two', title: 'One & two', depth: 2 },
      { id: 'one--two-1', title: 'One & two', depth: 2 },
      { id: 'given.id', title: 'code', depth: 3 },
    ])
  })

  test('fences in several languages are one sample with tabs; a second one in the same language is another', async () => {
    const fence = (language: string) => `\`\`\`${language} more words\nx = "1"\n\`\`\`\n\n`
    const samples = (text: string) => text.match(/class="sample"/g)?.length
    const tabs = await rendered(['bash', 'ts', 'php', 'python'].map(fence).join(''))
    assert.equal(samples(tabs), 1)
    assert.equal(tabs.match(/type="radio"/g)?.length, 4)
    assert.doesNotMatch(tabs, /style=/)
    assert.match(tabs, /<span class="s">/)
    assert.equal(samples(await rendered(fence('bash') + fence('bash'))), 2)
    assert.equal(samples(await rendered(fence('bash') + fence('json'))), 2)
  })
})

test('a guide says what it is, or which file does not', () => {
  const text = '---\ntitle: Push\nsummary: Rings.\nsection: Collect\norder: 2\n---\n\n# Push\n\nText.'
  assert.deepEqual(parseGuide(text, 'push.md'), {
    ...{ title: 'Push', summary: 'Rings.', section: 'Collect', order: 2, markdown: 'Text.' },
  })
  for (const broken of ['# Push', text.replace('Collect', 'Elsewhere'), text.replace('order: 2', '')])
    assert.throws(() => parseGuide(broken, 'push.md'), /push\.md/)
})

test('fields are told with their types, limits and places', () => {
  const follow = (schema: object) => ('$ref' in schema ? { type: 'string', maxLength: 5 } : schema)
  const schema = {
    required: ['lines'],
    properties: {
      lines: { type: 'array', minItems: 1, maxItems: 3, items: { properties: { name: { $ref: '#/n' } } } },
      state: { anyOf: [{ enum: ['a', 'b'] }, { type: 'null' }], description: 'Now.' },
    },
  }
  assert.deepEqual(fieldsOf(schema, follow), [
    { name: 'lines', type: 'list of object, 1 to 3 items', isRequired: true, description: '' },
    { name: 'lines[].name', type: 'string, at most 5 characters', isRequired: false, description: '' },
    { name: 'state', type: 'one of `a`, `b` or null', isRequired: false, description: 'Now.' },
  ])
  assert.equal(typeOf({ type: 'number', exclusiveMinimum: 0 }, follow), 'number, greater than 0')
})

test('every call of the document is in the reference, with its errors', () => {
  const document = openApi({ version: '1', baseUrl: 'http://malipo.test' }) as {
    paths: Record<string, object>
  }
  const { calls, events, addressOfCall } = readReference(document)
  assert.equal(calls.size, Object.values(document.paths).flatMap(Object.keys).length)
  for (const { id, method, path, refusals } of calls.values()) {
    assert.ok(refusals.includes('rate_limited'), id)
    assert.match(addressOfCall(`${method} ${path}`) ?? '', /^\/docs\/reference\/[a-z-]+#\w+$/)
  }
  assert.deepEqual(events.map(({ type }) => type).sort(), [...eventTypes].sort())
})

test('what the reference shows was asked of a real service and said by it', () => {
  const reference = readReference(openApi({ version: '1', baseUrl: 'http://malipo.test' }))
  const text = referenceDocs(reference)
    .map(({ markdown }) => markdown)
    .join('\n')
  const recorded = recordedExamples()
  for (const { id, body, reply } of reference.calls.values()) {
    const { request, reply: said } = recorded[id] ?? {}
    if (body?.type === 'application/json') assert.ok(text.includes(`-d '${typed(request)}'`), id)
    if (reply?.type === 'application/json')
      assert.ok(text.includes(`\`\`\`json\n${JSON.stringify(said, null, 2)}\n`), id)
  }
  const events = eventsDoc(reference).markdown
  const success = /^## `collection\.success`.*?```json\n(.*?)\n```/ms.exec(events)?.[1] ?? ''
  const { type, data } = JSON.parse(success)
  assert.deepEqual([type, data.status, data.failure_code], ['collection.success', 'successful', null])
})

/** As it stands between single quotes of a shell. */
function typed(body: unknown): string {
  return JSON.stringify(body).replaceAll("'", "'\\''")
}

describe('the site', () => {
  let app: FastifyInstance
  before(async () => {
    app = fastify()
    await serveDocs(app, { baseUrl: 'https://malipo.test', version: '1' })
  })
  after(() => app.close())

  const get = (url: string) => app.inject({ method: 'GET', url })

  test('while the docs are first read, the loop that serves payments is free', async () => {
    const wanted = [
      '/docs/quickstart',
      '/docs/reference/collections',
      '/docs/search?q=webhook',
      '/llms-full.txt',
    ]
    const [begun, before] = [performance.now(), performance.eventLoopUtilization()]
    for (const { statusCode } of await Promise.all(wanted.map(get))) assert.equal(statusCode, 200)
    const { active } = performance.eventLoopUtilization(before)
    // On this thread the loop was busy all the time.
    const took = performance.now() - begun
    assert.ok(active < took / 2, `${took} ms, of which the loop was busy for ${active}`)
  })

  test('names in the line under a title are code, as they are in the text', async () => {
    const { body } = await get('/docs/reference/collections')
    const [, line = ''] = /<p class="summary">(.*?)<\/p>/s.exec(body) ?? []
    assert.match(line, /<code>collection_id<\/code>/)
    assert.doesNotMatch(line, /`/)
  })

  test('what was searched for is text on the page of results, and nothing may run on it but our own script', async () => {
    const searched = async (query: string) => await get(`/docs/search?q=${encodeURIComponent(query)}`)
    const answer = await searched('"><script>alert(1)</script>')
    assert.equal(answer.statusCode, 200)
    assert.doesNotMatch(answer.body, /<script>alert/)
    // Where nothing is found the page says so with the words that were searched for.
    const { body } = await searched('"<zzzzqqqq>')
    assert.doesNotMatch(body, /<zzzzqqqq|"</)
    assert.equal(body.match(/&quot;&lt;zzzzqqqq&gt;/g)?.length, 2)
    const policy = String(answer.headers['content-security-policy'])
    assert.match(policy, /script-src 'self';/)
    assert.doesNotMatch(policy, /unsafe/)
    for (const odd of [
      '/docs/search',
      '/docs/search?q=',
      '/docs/search?q=a&q=b',
      `/docs/search?q=${'x'.repeat(3000)}`,
    ])
      assert.equal((await get(odd)).statusCode, 200, odd)
  })

  test('codes, calls and words are found, misspelt too', async () => {
    const first = async (query: string) => {
      const { items } = (await get(`/docs/search.json?q=${encodeURIComponent(query)}`)).json().data
      return (items as { address: string }[]).map(({ address }) => address)
    }
    assert.equal((await first('insufficient_balance'))[0], '/docs/errors#insufficient_balance')
    assert.ok((await first('wallet push')).includes('/docs/reference/collections#createDirectWalletPush'))
    assert.ok((await first('idempotnecy')).some((address) => address.startsWith('/docs/idempotency')))
    assert.deepEqual(await first('zzzzqqqq'), [])
  })

  test('a page is Markdown too, and says where', async () => {
    const page = await get('/docs/errors')
    assert.equal(page.headers.link, '</docs/errors.md>; rel="alternate"; type="text/markdown"')
    const markdown = await get('/docs/errors.md')
    assert.equal(markdown.headers['content-type'], 'text/markdown; charset=utf-8')
    assert.match(markdown.body, /^# Errors\n\n> /)
    assert.match(markdown.body, /^### `rate_limited`$/m)
    const reference = await get('/docs/reference/ledger.md')
    assert.doesNotMatch(reference.body, /\{#|```try|\]\(\//)
  })

  test('language models find every page, and all of them in one', async () => {
    const short = (await get('/llms.txt')).body
    for (const [, address = ''] of short.matchAll(/\]\(https:\/\/malipo\.test(\/docs\/[^)]*\.md)\)/g))
      assert.equal((await get(address)).statusCode, 200, address)
    const full = (await get('/llms-full.txt')).body
    for (const title of ['# Quickstart', '# Collections', '# Errors'])
      assert.ok(full.includes(`${title}\n`), title)
  })

  test('what is not there is said inside the site, and old links still lead here', async () => {
    const missing = await get('/docs/nothing-of-that-name')
    assert.equal(missing.statusCode, 404)
    assert.match(missing.body, /There is no such page/)
    assert.equal((await get('/docs/sw/reference')).statusCode, 404)
    assert.equal((await get('/docs/')).headers.location, '/docs')
    assert.equal((await get('/docs/../package.json')).statusCode, 404)
  })
})
