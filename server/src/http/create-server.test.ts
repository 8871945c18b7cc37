import assert from 'node:assert/strict'
import { request } from 'node:http'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { operation } from '@malipo/contract'
import Type from 'typebox'
import { until } from '../../test/test-clusters.ts'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { systemClock } from '../primitives/clock.ts'
import { idsFrom } from '../primitives/id.ts'
import { vaultFrom } from '../primitives/seal.ts'
import { createLog, createMetrics } from '../telemetry/telemetry.ts'
import { answerStream } from './answer-stream.ts'
import { createServer, type HttpServer } from './create-server.ts'
import { route } from './route.ts'

const answerWithinMs = 300
const forAnyone = { method: 'GET', tag: 'Test', summary: 'Test', access: { who: 'anyone' } } as const
const plain = { ...forAnyone, idempotency: 'none', status: 200, reply: Type.Object({}) } as const

let database: TestDatabase
let server: HttpServer
let url: string
const lines: string[] = []
const over = Promise.withResolvers<object>()
const began = Promise.withResolvers<void>()
const slow = Promise.withResolvers<void>()
/** How long it takes to know who calls. */
const identifiesWithinMs = 50
let identifyMs = 0
let whenIdentified = () => {}
const metrics = createMetrics({})
before(async () => {
  database = await createTestDatabase({ empty: true })
  const { sql } = database
  const routes = [
    route(operation({ ...plain, id: 'hang', path: '/v1/hang' }), () => over.promise),
    route(operation({ ...plain, id: 'slow', path: '/v1/slow' }), async () => {
      began.resolve()
      await slow.promise
      return {}
    }),
    route(operation({ ...plain, id: 'follow', path: '/v1/follow', stream: true }), async () => twoParts()),
  ]
  server = await createServer({
    world: {
      sql,
      clock: systemClock,
      newId: idsFrom(systemClock),
      vault: vaultFrom('x'.repeat(32)),
      baseUrl: 'http://a',
    },
    lists: sql,
    listConnections: 1,
    changes: (_caller, work) => work(),
    identify: async () => {
      whenIdentified()
      if (identifyMs > 0) await sleep(identifyMs)
      return { kind: 'nobody', refusal: { code: 'unauthenticated' } }
    },
    routes,
    log: createLog({ level: 'info', destination: { write: (line) => void lines.push(line) } }),
    metrics,
    countRequest: undefined,
    trustedProxies: 0,
    callsFromOutside: () => false,
    answerWithinMs,
  })
  // As pages have them, which are no operations.
  server.app.get('/page/changes', (_request, reply) =>
    answerStream(reply, twoParts(), new AbortController().signal),
  )
  url = await server.app.listen({ host: '127.0.0.1', port: 0 })
})
after(async () => {
  over.resolve({})
  await server.app.close()
  await database.drop()
})

async function* twoParts() {
  yield 'data: first\n\n'
  await sleep(3 * answerWithinMs)
  yield 'data: last\n\n'
}

test('whatever a request waits for, it is answered in time, and told to come back', async () => {
  const answer = await fetch(`${url}/v1/hang`, { signal: AbortSignal.timeout(5_000) })
  assert.equal(answer.status, 503)
  assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
  const body = (await answer.json()) as { error: { code: string } }
  assert.equal(body.error.code, 'unavailable')
})

test('a stream goes on for as long as somebody listens', async () => {
  const answer = await fetch(`${url}/v1/follow`)
  assert.equal(await answer.text(), 'data: first\n\ndata: last\n\n')
})

test('so does that of a page, and nobody complains of it', async () => {
  const answer = await fetch(`${url}/page/changes`)
  assert.equal(await answer.text(), 'data: first\n\ndata: last\n\n')
  assert.deepEqual(
    lines.filter((line) => line.includes('"level":"error"')),
    [],
  )
})

test('whoever hangs up is counted, measured and written down, when the work is done', async () => {
  const gone = Promise.withResolvers<void>()
  server.app.server.once('connection', (socket) => socket.once('close', gone.resolve))
  const asking = request(`${url}/v1/slow`, { agent: false }).on('error', () => {})
  asking.end()
  await began.promise
  assert.equal(await shown('malipo_http_requests_in_flight'), 1)
  asking.destroy()
  await gone.promise
  slow.resolve()
  await until(async () => (await shown('malipo_http_requests_in_flight')) === 0)
  const count = 'malipo_http_request_duration_seconds_count{method="GET",route="/v1/slow",status="200"}'
  assert.equal(await shown(count), 1)
  const line = lines.find((one) => one.includes('/v1/slow')) ?? '{}'
  assert.equal(JSON.parse(line).hung_up, true)
  await fetch(`${url}/v1/nothing`)
  const heard = lines.find((one) => one.includes('/v1/nothing')) ?? '{}'
  assert.equal(JSON.parse(heard).hung_up, undefined)
})

test('whoever cuts the connection before anybody looked ends nothing but that', async () => {
  const address = new URL(url)
  const socket = connect(Number(address.port), address.hostname, () => {
    socket.write('GET /v1/cut HTTP/1.1\r\nHost: a\r\n\r\n')
    socket.resetAndDestroy()
  })
  const written = () => lines.find((one) => one.includes('/v1/cut'))
  await until(() => written() !== undefined)
  const { level, status, hung_up, caller } = JSON.parse(written() ?? '{}')
  assert.deepEqual(
    { level, status, hung_up, caller },
    { level: 'info', status: 400, hung_up: true, caller: 'address:gone' },
  )
})

test('whoever is turned away at the gate has been counted when they leave', async () => {
  const address = new URL(url)
  const socket = connect(Number(address.port), address.hostname)
  socket.write('GET /v1/hostless HTTP/1.1\r\n\r\n')
  const written = () => lines.find((one) => one.includes('/v1/hostless'))
  await until(() => written() !== undefined)
  socket.destroy()
  assert.equal(JSON.parse(written() ?? '{}').status, 400)
  assert.equal(await shown('malipo_http_requests_in_flight'), 0)
})

test('whoever hangs up before all of the body was read is told of at once, as their fault', async () => {
  const address = new URL(url)
  const written = (path: string) => lines.find((one) => one.includes(path))
  for (const [path, waitMs] of [
    ['/v1/while-it-comes', 0],
    ['/v1/while-it-is-asked-who-it-is', identifiesWithinMs],
  ] as const) {
    identifyMs = waitMs
    const identified = Promise.withResolvers<void>()
    whenIdentified = identified.resolve
    const socket = connect(Number(address.port), address.hostname)
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: a\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{}`,
    )
    await identified.promise
    socket.destroy()
    await until(() => written(path) !== undefined)
    const { status, hung_up } = JSON.parse(written(path) ?? '{}')
    assert.deepEqual({ status, hung_up }, { status: 400, hung_up: true })
  }
  identifyMs = 0
})

test('whoever leaves a stream has heard it, and has not hung up', async () => {
  const before = lines.length
  const leaving = new AbortController()
  const answer = await fetch(`${url}/v1/follow`, { signal: leaving.signal })
  await answer.body?.getReader().read()
  leaving.abort()
  const line = () => lines.slice(before).find((one) => one.includes('/v1/follow'))
  await until(() => line() !== undefined)
  assert.equal(JSON.parse(line() ?? '{}').hung_up, undefined)
})

test('a method that no operation has is refused, also one that the framework knows', async () => {
  for (const method of ['QUERY', 'PROPFIND']) {
    const { promise, resolve } = Promise.withResolvers<number | undefined>()
    request(`${url}/v1/hang`, { method, agent: false }, (answer) => resolve(answer.statusCode)).end()
    assert.deepEqual([method, await promise], [method, 405])
  }
})

async function shown(name: string): Promise<number> {
  const line = (await metrics.text()).split('\n').find((one) => one.startsWith(`${name} `))
  return Number(line?.slice(name.length + 1))
}

test('hitches that are shorter than an overload turn nobody away', async () => {
  // So long nobody is turned away anyhow.
  await sleep(2_600)
  for (let hitch = 0; hitch < 4; hitch += 1) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_100)
    await sleep(1)
  }
  const answer = await fetch(`${url}/v1/nothing`)
  assert.equal(answer.status, 404)
})

test('whoever is turned away while the service stops has been counted when they leave', async () => {
  server.gate.close()
  const answer = await fetch(`${url}/v1/nothing`)
  assert.equal(answer.status, 503)
  await answer.arrayBuffer()
  await until(async () => (await shown('malipo_http_requests_in_flight')) === 0)
})
