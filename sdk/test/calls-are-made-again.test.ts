import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, test } from 'node:test'
import { Malipo, MalipoConnectionError, MalipoError, type MalipoOptions } from '../src/sdk.ts'

type Seen = {
  method: string
  url: string
  key: string | undefined
  requestId: string | undefined
  body: string
}
/** What the server does with one attempt, in the order in which they come; the last is for all that follow. */
type Step = (response: ServerResponse, request: IncomingMessage) => void

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

async function serve(...steps: Step[]) {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method = '', url = '', headers } = request
    const [key, requestId] = [headers['idempotency-key'], headers['x-request-id']]
    seen.push({ method, url, key: key?.toString(), requestId: requestId?.toString(), body: chunks.join('') })
    const step = steps[Math.min(seen.length, steps.length) - 1]
    step?.(response, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { seen, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const reply =
  (status: number, body: unknown, headers: Record<string, string> = {}): Step =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
const fine = reply(202, { success: true, data: { collection_id: 'c', status: 'processing' } })
const refuse = (status: number, code: string, headers: Record<string, string> = {}) =>
  reply(status, { success: false, error: { code, message: code, details: null } }, headers)
const cut: Step = (_, request) => request.socket.destroy()
const cutInTheMiddle: Step = (response, request) => {
  response.writeHead(202, { 'content-length': '1000' }).write('{"success":true,')
  setTimeout(() => request.socket.destroy(), 5)
}
const stall: Step = () => {}

const merchantId = '01a1ddaa-0000-7000-8000-000000000001'
const push = { amount: 1000, phone: '0712345678' }
const clientOf = (options: Partial<MalipoOptions> & { baseUrl: string }) =>
  new Malipo({ apiKey: 'mlp_sandbox_secret', merchantId, ...options })

test('whatever happens to an attempt, the next has the same key and body, and a request id of its own', async () => {
  const troubles: Record<string, Step> = {
    'cut before an answer': cut,
    'cut in the middle of one': cutInTheMiddle,
    stalled: stall,
    away: refuse(503, 'unavailable', { 'retry-after': '0' }),
    'too many': refuse(429, 'rate_limited', { 'retry-after': '0' }),
    'a bug': refuse(500, 'internal_error'),
    'still running': refuse(409, 'idempotency_in_progress'),
    'a gateway’s own page': (response) => response.writeHead(502).end('<html>Bad gateway</html>'),
  }
  await Promise.all(
    Object.entries(troubles).map(async ([what, trouble]) => {
      const { seen, baseUrl } = await serve(trouble, fine)
      // On a busy machine what is well takes a while, too. Only one of them is waited for in vain.
      const malipo = clientOf({ baseUrl, timeoutMs: trouble === stall ? 2_000 : 30_000 })
      assert.equal((await malipo.collections.walletPush(push)).status, 'processing', what)
      assert.equal(seen.length, 2, what)
      const [first, second] = seen
      assert.match(first?.key ?? '', /^[0-9a-f-]{36}$/)
      assert.deepEqual({ ...first, requestId: '' }, { ...second, requestId: '' })
      assert.notEqual(first?.requestId, second?.requestId)
      assert.deepEqual(JSON.parse(first?.body ?? ''), { merchant_id: merchantId, ...push })
    }),
  )
})

test('what has no key and could be carried out twice is not made again unless it was turned away', async () => {
  for (const trouble of [cut, refuse(503, 'unavailable'), refuse(500, 'internal_error')]) {
    const { seen, baseUrl } = await serve(trouble, fine)
    await assert.rejects(clientOf({ baseUrl }).webhooks.updateConfig({ rotate_secret: true }), MalipoError)
    assert.equal(seen.length, 1)
  }
  const { seen, baseUrl } = await serve(refuse(429, 'rate_limited', { 'retry-after': '0' }), fine)
  await clientOf({ baseUrl }).webhooks.updateConfig({ rotate_secret: true })
  assert.equal(seen.length, 2)
})

test('attempts end after as many as were asked for, and the last failure is told', async () => {
  const { seen, baseUrl } = await serve(cut)
  const failure = await clientOf({ baseUrl, maxRetries: 1 })
    .collections.walletPush(push)
    .catch((error) => error)
  assert(failure instanceof MalipoConnectionError)
  assert.equal(failure.code, 'connection_failed')
  assert(failure.message.startsWith(new URL(baseUrl).origin), 'it says where')
  assert.match(failure.message, /unknown/)
  assert.equal(failure.requestId, seen[1]?.requestId)
  assert.equal(seen.length, 2)
  assert.equal(new Set(seen.map(({ key }) => key)).size, 1)
})

test('all attempts together have an end', async () => {
  const { baseUrl } = await serve(stall)
  const startedMs = performance.now()
  const malipo = clientOf({ baseUrl, timeoutMs: 10_000, totalTimeoutMs: 250, maxRetries: 9 })
  await assert.rejects(malipo.balance.get(), (error) => (error as MalipoError).code === 'timeout')
  assert(performance.now() - startedMs < 5_000)
})

test('a wait that is asked for and too long is left to the caller, with its length', async () => {
  const { seen, baseUrl } = await serve(refuse(429, 'rate_limited', { 'retry-after': '3600' }), fine)
  const failure = await clientOf({ baseUrl })
    .balance.get()
    .catch((error) => error)
  assert.equal(failure.retryAfterMs, 3_600_000)
  assert.equal(seen.length, 1)
})

test('an abort ends a call at once, in an attempt and between two, and nothing is sent after it', async () => {
  type Aborted = (malipo: Malipo, signal: AbortSignal) => Promise<unknown>
  const pushing: Aborted = (malipo, signal) => malipo.collections.walletPush(push, { signal })
  const rotating: Aborted = (malipo, signal) =>
    malipo.webhooks.updateConfig({ rotate_secret: true }, { signal })
  const rows: [Step, Aborted][] = [
    [stall, pushing],
    [stall, rotating],
    [refuse(503, 'unavailable', { 'retry-after': '20' }), pushing],
  ]
  for (const [trouble, call] of rows) {
    const controller = new AbortController()
    const { seen, baseUrl } = await serve((response, request) => {
      trouble(response, request)
      setTimeout(() => controller.abort(new Error('the customer left')), 30)
    }, fine)
    await assert.rejects(call(clientOf({ baseUrl }), controller.signal), /the customer left/)
    assert.equal(seen.length, 1)
  }
  const { seen, baseUrl } = await serve(fine)
  const call = clientOf({ baseUrl }).balance.get({ signal: AbortSignal.abort() })
  await assert.rejects(call, { name: 'AbortError' })
  assert.equal(seen.length, 0)
})

test('a gateway that gives up says nothing about what was carried out, and neither do we', async () => {
  const { seen, baseUrl } = await serve((response) => response.writeHead(504).end('<html>Timeout</html>'))
  const failure = await clientOf({ baseUrl, maxRetries: 1 })
    .collections.walletPush(push)
    .catch((error) => error)
  assert(failure instanceof MalipoConnectionError)
  assert.deepEqual([failure.code, failure.status, seen.length], ['unreadable_reply', 504, 2])
  assert.match(failure.message, /unknown/)
  const broken = await serve((response) => response.writeHead(202).end('{"success":tr'))
  await assert.rejects(clientOf({ baseUrl: broken.baseUrl }).collections.walletPush(push), /unknown/)
  const away = await serve((response) => response.writeHead(404).end('<html>Nothing here</html>'))
  await assert.rejects(clientOf({ baseUrl: away.baseUrl }).collections.walletPush(push), (error) => {
    return !(error instanceof MalipoConnectionError) && !/unknown/.test(String(error))
  })
})

test('an abort ends a call that is still learning whose key it has, and leaves the learning to others', async () => {
  const { seen, baseUrl } = await serve(stall)
  const malipo = clientOf({ baseUrl, merchantId: undefined, maxRetries: 0 })
  const controller = new AbortController()
  // Only once the service was asked: on a busy machine that takes a while.
  const leaving = setInterval(() => {
    if (seen.length > 0) controller.abort(new Error('the customer left'))
  }, 5)
  const options = { signal: controller.signal }
  const startedMs = performance.now()
  await assert.rejects(malipo.collections.walletPush(push, options), /the customer left/)
  clearInterval(leaving)
  assert(performance.now() - startedMs < 5_000)
  assert.equal(seen.length, 1)
  await assert.rejects(malipo.balance.get({ signal: AbortSignal.abort() }), { name: 'AbortError' })
})

test('a time that is longer than timers have is long, and not over at once', async () => {
  const { seen, baseUrl } = await serve(
    (response, request) => void setTimeout(() => fine(response, request), 50),
  )
  const endless = { timeoutMs: Number.POSITIVE_INFINITY, totalTimeoutMs: Number.POSITIVE_INFINITY }
  await clientOf({ baseUrl, ...endless }).collections.walletPush(push)
  assert.equal(seen.length, 1)
})

test('an answer that is not the service’s keeps its status and request id, and is not followed elsewhere', async () => {
  const page: Step = (response) =>
    response.writeHead(200, { 'x-request-id': 'r-1' }).end('<html>Welcome</html>')
  const { baseUrl } = await serve(page)
  const failure = await clientOf({ baseUrl })
    .balance.get()
    .catch((error) => error)
  assert(failure instanceof MalipoError)
  assert.deepEqual([failure.code, failure.status, failure.requestId], ['unreadable_reply', 200, 'r-1'])

  const elsewhere = await serve(fine)
  const moved = await serve((response) => response.writeHead(307, { location: elsewhere.baseUrl }).end())
  const redirected = clientOf({ baseUrl: moved.baseUrl }).collections.walletPush(push)
  await assert.rejects(redirected, /redirects to .*baseUrl/)
  assert.equal(elsewhere.seen.length, 0)
})
