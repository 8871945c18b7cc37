import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify from 'fastify'
import { answerStream, goneSignal } from './answer-stream.ts'
import { createGate, type Gate } from './gate.ts'

type Source = { texts: AsyncIterable<string>; given: number; returned: number }
const sources: Source[] = []
let gate: Gate
let url: string
const app = fastify()
before(async () => {
  app.addHook('onRequest', (request, reply, done) => done(gate.enter(request, reply)))
  app.addHook('preClose', (done) => {
    gate.close()
    done()
  })
  app.get<{ Querystring: { kind: string } }>('/', async ({ query: { kind } }, reply) => {
    const gone = goneSignal(reply, gate)
    const source = kind === 'flood' ? flood() : silence()
    sources.push(source)
    return answerStream(reply, source.texts, gone, 300)
  })
  gate = createGate()
  url = await app.listen({ port: 0, host: '127.0.0.1' })
})
after(() => app.close())

function sourceFrom(next: (source: Source) => Promise<IteratorResult<string>>): Source {
  const source: Source = { given: 0, returned: 0, texts: { [Symbol.asyncIterator]: () => iterator } }
  const iterator = {
    next: () => next(source),
    return: async () => {
      source.returned += 1
      return { done: true as const, value: undefined }
    },
  }
  return source
}

/** Says one word and then never answers again, not even when it is told to end. */
const silence = () =>
  sourceFrom((source) => {
    source.given += 1
    return source.given === 1
      ? Promise.resolve({ value: ': hello\n\n' })
      : new Promise<IteratorResult<string>>(() => {})
  })

const flood = () =>
  sourceFrom(async (source) => {
    source.given += 1
    await sleep(0)
    return { value: 'x'.repeat(64 * 1024) }
  })

async function until(isSo: () => boolean): Promise<void> {
  for (let round = 0; round < 500 && !isSo(); round += 1) await sleep(10)
  assert.ok(isSo())
}

/** Nothing more is asked for: everything between us and the listener is full. */
async function untilStuck(source: Source): Promise<void> {
  for (let given = 0; source.given === 0 || given !== source.given; ) {
    given = source.given
    await sleep(50)
  }
  assert.equal(source.returned, 0)
}

function lastSource(): Source {
  const source = sources.at(-1)
  assert.ok(source)
  return source
}

/** Somebody who asks and then never reads a byte. */
async function dumbListener(): Promise<Socket> {
  const count = sources.length
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.pause()
  socket.write('GET /?kind=flood HTTP/1.1\r\nhost: here\r\n\r\n')
  await until(() => sources.length > count)
  return socket
}

test('the first text arrives at once, and the headers keep everybody between from holding it back', async () => {
  const gone = new AbortController()
  const answer = await fetch(url, { signal: gone.signal })
  assert.equal(answer.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  assert.equal(answer.headers.get('x-accel-buffering'), 'no')
  const { value } = (await answer.body?.getReader().read()) ?? {}
  assert.equal(new TextDecoder().decode(value), ': hello\n\n')
  assert.equal(lastSource().returned, 0)
  gone.abort()
  await until(() => lastSource().returned === 1)
})

test('asking for the headers alone leaves nothing open', async () => {
  const answer = await fetch(url, { method: 'HEAD' })
  assert.equal(answer.status, 200)
  await until(() => lastSource().returned === 1)
})

test('who reads nothing is not sent on and on, and is cut after a while', async () => {
  const socket = await dumbListener()
  const source = lastSource()
  await untilStuck(source)
  await until(() => source.returned === 1)
  socket.destroy()
})

test('who reads in fits and starts is not cut, and gets everything in order', async () => {
  const gone = new AbortController()
  const answer = await fetch(`${url}/?kind=flood`, { signal: gone.signal })
  const reader = answer.body?.getReader()
  let bytes = 0
  for (let pause = 0; pause < 4; pause += 1) {
    await sleep(150)
    for (let read = 0; read < 200; read += 1) bytes += (await reader?.read())?.value?.length ?? 0
  }
  assert.equal(lastSource().returned, 0)
  assert.ok(bytes > 1_000_000, String(bytes))
  gone.abort()
  await until(() => lastSource().returned === 1)
})

test('a closing gate ends streams, also of those who read nothing, and does not wait for their sources', async () => {
  gate = createGate()
  const answer = await fetch(url)
  const reader = answer.body?.getReader()
  await reader?.read()
  const quiet = lastSource()
  const socket = await dumbListener()
  const stuck = lastSource()
  await untilStuck(stuck)
  const startedAtMs = performance.now()
  const closed = gate.closeAndWait(20_000)
  assert.deepEqual(await reader?.read(), { done: true, value: undefined }, 'an end, not a broken connection')
  assert.equal(quiet.returned, 1)
  await closed
  assert.ok(performance.now() - startedAtMs < 3_000)
  assert.equal(stuck.returned, 1)
  socket.destroy()
})
