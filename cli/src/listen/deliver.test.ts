import assert from 'node:assert/strict'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, test } from 'node:test'
import { verifyWebhook } from '@malipo/sdk'
import { deliver } from './deliver.ts'

const secret = `whsec_${Buffer.from('a secret of the listener').toString('base64')}`
const event = {
  id: '01a1ddaa-0000-7000-8000-000000000001',
  type: 'collection.success',
  timestamp: '2026-11-15T12:30:00.000Z',
  data: { id: 'c', note: 'Mjini – ≥ 1' },
}

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function receiver(answer: RequestListener, port = 0): Promise<string> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`
}

function delivering(url: string, given: object = {}) {
  const said: string[] = []
  const signal = new AbortController().signal
  const hearing = { onDown: (reason: string) => said.push(reason), onUp: () => said.push('up') }
  return { said, with: { url, secret, signal, now: () => new Date(), patienceMs: 0, ...hearing, ...given } }
}

test('a delivery is verified by the client as one of the service is', async () => {
  const seen: unknown[] = []
  const url = await receiver(async (request, response) => {
    seen.push(
      await verifyWebhook(await text(request), request.headers, secret),
      request.headers['user-agent'],
    )
    response.writeHead(204).end()
  })
  const answer = await deliver(event, delivering(url).with)
  assert.equal('status' in answer && answer.status, 204)
  assert.deepEqual(seen, [event, 'Malipo-Webhooks/1'])
})

test('whatever is answered counts as told, and is given back; redirects are not followed', async () => {
  let calls = 0
  const url = await receiver((request, response) => {
    calls += 1
    request.resume()
    response.writeHead(calls === 1 ? 500 : 302, { location: '/elsewhere' }).end()
  })
  for (const status of [500, 302]) {
    const answer = await deliver(event, delivering(url).with)
    assert.equal('status' in answer && answer.status, status)
  }
  assert.equal(calls, 2)
})

test('a receiver that hangs up or never answers was called: it is said, and not called again', async () => {
  let calls = 0
  const cut = await receiver((request) => {
    calls += 1
    request.socket.destroy()
  })
  const silent = await receiver(() => {
    calls += 1
  })
  const hungUp = await deliver(event, delivering(cut).with)
  assert.match('error' in hungUp ? hungUp.error : '', /UND_ERR_SOCKET|ECONNRESET/)
  const unanswered = await deliver(event, delivering(silent, { timeoutMs: 500 }).with)
  assert.equal('error' in unanswered && unanswered.error, 'no answer within 0.5 s')
  assert.equal(calls, 2)
})

test('while nobody is there the event is held: told once, tried again, and handed over when somebody comes', async () => {
  const url = await receiver(() => {})
  const { port } = new URL(url)
  await new Promise((resolve) => servers.pop()?.close(resolve))
  const { said, with: waiting } = delivering(url, { patienceMs: 10_000 })
  const delivered = deliver(event, waiting)
  setTimeout(() => void receiver((_, response) => void response.end(), Number(port)), 100)
  const answer = await delivered
  assert.equal('status' in answer && answer.status, 200)
  assert.deepEqual(said, ['ECONNREFUSED', 'up'])
})

test('what never left us was not told: another protocol, a certificate or port that is not taken', async () => {
  let calls = 0
  const plain = await receiver((_, response) => {
    calls += 1
    response.end()
  })
  for (const url of [plain.replace('http:', 'https:'), 'http://127.0.0.1:6000/events'])
    await assert.rejects(deliver(event, delivering(url).with), /^Trouble: Nobody was there/)
  assert.equal(calls, 0)
})

test('patience has an end, which says that nothing is lost', async () => {
  const url = await receiver(() => {})
  await new Promise((resolve) => servers.pop()?.close(resolve))
  await assert.rejects(deliver(event, delivering(url, { patienceMs: 100 }).with), {
    name: 'Trouble',
    message: /^Nobody was there at .* \(ECONNREFUSED, tried 1 times\)\.$/,
    advice: /goes on with event 01a1ddaa-0000-7000-8000-000000000001, and nothing is lost/,
  })
})
