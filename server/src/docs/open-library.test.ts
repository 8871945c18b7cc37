import assert from 'node:assert/strict'
import { test } from 'node:test'
import fastify from 'fastify'
import { sendReady } from '../pages/pages.ts'
import { openLibrary } from './open-library.ts'

/** Has two pages, one of which ends it; counts what it was asked for, and searches until it is ended. */
const pretended = new URL(
  `data:text/javascript,${encodeURIComponent(`
  import { parentPort } from 'node:worker_threads'
  let asked = 0
  const bytes = (text) => new TextEncoder().encode(text)
  parentPort.on('message', ({ wish, of }) => {
    if (of === '/docs/broken') throw new Error('it broke')
    if (of === 'for ever') for (;;);
    asked += wish === 'address' ? 1 : 0
    const text = of + ' ' + asked
    parentPort.postMessage(
      wish === 'contents' ? ['/docs/push', '/docs/broken'] : wish === 'places' ? [text] :
      { status: 200, headers: [], tag: text, body: bytes(text), packed: bytes(text) })
  })`)}`,
)
const told = {
  baseUrl: 'https://malipo.test',
  version: '1',
  drawing: { styles: { text: '', hash: '' }, script: '', tryScript: '' },
}
const busy = { name: 'Refusal', code: 'unavailable' }

test('a page is made once, however many ask at once; what is not there is one page in each language', async () => {
  const { read, end } = openLibrary(told, pretended)
  const tags = async (...addresses: string[]) =>
    (await Promise.all(addresses.map(read))).map(({ tag }) => tag)
  assert.deepEqual(await tags('/docs/push', '/docs/push'), ['/docs/push 1', '/docs/push 1'])
  const invented = await tags('/docs/a', '/docs/b', '/docs/sw/c', '/docs/sw/d')
  assert.deepEqual(invented, ['/docs/ 2', '/docs/ 2', '/docs/sw/ 3', '/docs/sw/ 3'])
  assert.deepEqual(await tags('/docs/push'), ['/docs/push 1'])
  await end()
})

test('a thread that is lost takes no reader of others with it, and nobody kept what it could not make', async () => {
  const { read, places, end } = openLibrary(told, pretended)
  for (let tries = 0; tries < 2; tries += 1) {
    const lost = assert.rejects(read('/docs/broken'), { ...busy, cause: new Error('it broke') })
    assert.equal((await read('/docs/push')).status, 200)
    await lost
  }
  assert.deepEqual(await places('word'), ['word 0'])
  await end()
})

test('when enough wait the next is told to come again, and what is kept is still read', async () => {
  const { read, places, end } = openLibrary(told, pretended, { mostWaiting: 2, withinMs: 20_000 })
  await read('/docs/push')
  const waiting = ['for ever', 'word'].map((query) => assert.rejects(places(query), busy))
  await assert.rejects(places('another'), busy)
  const app = fastify()
  app.get('/', async (request, reply) => sendReady(request, reply, await read('/docs/push')))
  const answer = await app.inject('/')
  assert.equal(answer.body, '/docs/push 1')
  const again = await app.inject({ url: '/', headers: { 'if-none-match': String(answer.headers.etag) } })
  assert.equal(again.statusCode, 304)
  await new Promise(setImmediate)
  await end()
  await Promise.all(waiting)
})
