import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createAddressGuard } from './address-guard.ts'
import { createSender, type Sender } from './send-letter.ts'

const at = new Date('2026-01-05T10:00:00Z')
const body = '{"type":"collection.success","data":{"note":"Ahsante – 你好"}}'

type Receiver = { url: string; port: number; sockets: Socket[]; server: Server }

async function receiver(t: TestContext, server: Server, host = '127.0.0.1'): Promise<Receiver> {
  const sockets: Socket[] = []
  server.on('connection', (socket) => sockets.push(socket))
  server.listen(0, host)
  await once(server, 'listening')
  t.after(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://${host}:${port}/`, port, sockets, server }
}

const answering = (t: TestContext, listener: RequestListener) => receiver(t, createHttpServer(listener))

function sending(t: TestContext, options: { deadlineMs?: number } = {}): Sender {
  const resolve = async () => [{ address: '127.0.0.1', family: 4 as const }]
  const guard = createAddressGuard({ allow: [], loopbackIsAllowed: true, plainHttpIsAllowed: true, resolve })
  const sender = createSender({ guard, now: () => at, ...options })
  t.after(() => sender.close())
  return sender
}

const letterTo = (url: string) => ({ url, headers: { 'content-type': 'application/json' }, body })

describe('connections stay open', () => {
  test('letters one after the other share one connection, many at once share as many as they are', async (t) => {
    const { url, sockets } = await answering(t, (_, reply) => reply.end('ok'))
    const { send } = sending(t)
    for (let count = 0; count < 20; count += 1) assert.equal((await send(letterTo(url))).result, 'delivered')
    assert.equal(sockets.length, 1)
    for (let count = 0; count < 5; count += 1)
      await Promise.all(Array.from({ length: 20 }, () => send(letterTo(url))))
    assert.equal(sockets.length, 20)
  })

  test('a refusal and a body of up to 64 KB keep the connection; a longer one, or a silence, costs it', async (t) => {
    const answers = [() => 'x'.repeat(65_536), () => 'x'.repeat(65_537), () => 'ok']
    let letter = 0
    const { url, sockets } = await answering(t, (_, reply) => {
      reply.statusCode = 500
      reply.end(answers[letter++]?.() ?? 'ok')
    })
    const { send } = sending(t)
    await send(letterTo(url))
    await send(letterTo(url))
    assert.equal(sockets.length, 1)
    await send(letterTo(url))
    assert.equal(sockets.length, 2)
    await send(letterTo(url))
    assert.equal(sockets.length, 2)
  })

  test('a receiver that closes after each answer is served by a new connection each time', async (t) => {
    const { url, sockets } = await answering(t, (_, reply) =>
      reply.setHeader('connection', 'close').end('ok'),
    )
    const { send } = sending(t)
    for (let count = 0; count < 5; count += 1) assert.equal((await send(letterTo(url))).result, 'delivered')
    assert.equal(sockets.length, 5)
  })
})

describe('a receiver that hung up on an old connection', () => {
  for (const how of ['destroy', 'resetAndDestroy'] as const) {
    test(`is sent the letter again on a new one (${how})`, async (t) => {
      let letters = 0
      const { url, sockets } = await answering(t, (request, reply) => {
        letters += 1
        // The letter is on its way when the receiver's patience with the idle connection ends.
        if (letters === 2) request.socket[how]()
        else reply.end('ok')
      })
      const { send } = sending(t)
      await send(letterTo(url))
      assert.equal((await send(letterTo(url))).result, 'delivered')
      assert.equal(sockets.length, 2)
      assert.equal(letters, 3)
    })
  }

  test('is noticed before the letter is written, if there was time to notice', async (t) => {
    let letters = 0
    const { url, sockets } = await answering(t, (_, reply) => reply.end(String(++letters)))
    const { send } = sending(t)
    await send(letterTo(url))
    sockets[0]?.destroy()
    await delay(30)
    assert.equal((await send(letterTo(url))).result, 'delivered')
    assert.equal(letters, 2)
  })

  test('and hangs up again is not sent it a third time', async (t) => {
    let letters = 0
    const { url, sockets } = await answering(t, (request, reply) => {
      letters += 1
      if (letters === 1) reply.end('ok')
      else request.socket.destroy()
    })
    const { send } = sending(t)
    await send(letterTo(url))
    assert.equal((await send(letterTo(url))).result, 'unreachable')
    assert.equal(letters, 3)
    assert.equal(sockets.length, 2)
  })

  test('after the first bytes of an answer is not sent it again', async (t) => {
    let letters = 0
    const { url } = await answering(t, (request, reply) => {
      letters += 1
      if (letters === 1) reply.end('ok')
      else request.socket.end('HTTP/1.')
    })
    const { send } = sending(t)
    await send(letterTo(url))
    assert.equal((await send(letterTo(url))).result, 'unreachable')
    assert.equal(letters, 2)
  })

  test('is sent it again within the same deadline', async (t) => {
    let letters = 0
    const { url } = await answering(t, (request, reply) => {
      letters += 1
      if (letters === 1) reply.end('ok')
      else if (letters === 2) setTimeout(() => request.socket.destroy(), 150)
    })
    const { send } = sending(t, { deadlineMs: 250 })
    await send(letterTo(url))
    const { result, durationMs } = await send(letterTo(url))
    assert.equal(result, 'timeout')
    assert.ok(durationMs >= 240 && durationMs < 390, `${durationMs}`)
    assert.equal(letters, 3)
  })
})

describe('closing', () => {
  test('ends idle connections, answers what is under way, and lets nothing start', async (t) => {
    const arrived = Promise.withResolvers<void>()
    let letters = 0
    const { url, sockets } = await answering(t, (_, reply) => {
      letters += 1
      if (letters <= 2) reply.end('ok')
      else arrived.resolve()
    })
    const sender = sending(t)
    await Promise.all([sender.send(letterTo(url)), sender.send(letterTo(url))])
    const underWay = sender.send(letterTo(url))
    await arrived.promise
    const closed = Promise.all(sockets.map((socket) => once(socket, 'close')))
    await sender.close()
    const { result, error } = await underWay
    assert.deepEqual([result, error], ['unreachable', 'sending was stopped'])
    await closed
    assert.equal((await sender.send(letterTo(url))).error, 'sending was stopped')
    assert.equal(letters, 3)
    assert.equal(sockets.length, 2)
  })

  test('ends what is still being looked up', async (t) => {
    const guard = createAddressGuard({
      allow: [],
      loopbackIsAllowed: true,
      plainHttpIsAllowed: true,
      resolve: () => delay(100, [{ address: '127.0.0.1', family: 4 as const }]),
    })
    const { port, sockets } = await answering(t, (_, reply) => reply.end('ok'))
    const sender = createSender({ guard, now: () => at })
    const underWay = sender.send(letterTo(`http://slow.example:${port}/`))
    await delay(20)
    await sender.close()
    assert.equal((await underWay).result, 'unreachable')
    await delay(150)
    assert.equal(sockets.length, 0)
  })
})

describe('the checked address is the dialled one', () => {
  test('a name is looked up once for a connection, and not for the next letter on it', async (t) => {
    const { port, sockets } = await answering(t, (request, reply) => reply.end(request.headers.host))
    const asked: string[] = []
    const guard = createAddressGuard({
      allow: [],
      loopbackIsAllowed: true,
      plainHttpIsAllowed: true,
      resolve: async (hostname) => {
        asked.push(hostname)
        return [{ address: asked.length === 1 ? '127.0.0.1' : '127.0.0.99', family: 4 }]
      },
    })
    const sender = createSender({ guard, now: () => at })
    t.after(() => sender.close())
    for (let count = 0; count < 2; count += 1) {
      const { responseBody } = await sender.send(letterTo(`http://shop.example:${port}/`))
      assert.equal(responseBody, `shop.example:${port}`)
    }
    assert.deepEqual(asked, ['shop.example'])
    assert.equal(sockets.length, 1)
  })

  test('of several addresses the next is tried when one does not answer', async (t) => {
    const { port } = await answering(t, (_, reply) => reply.end('ok'))
    const guard = createAddressGuard({
      allow: [],
      loopbackIsAllowed: true,
      plainHttpIsAllowed: true,
      resolve: async () => [
        { address: '127.0.0.99', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ],
    })
    const sender = createSender({ guard, now: () => at })
    t.after(() => sender.close())
    assert.equal((await sender.send(letterTo(`http://shop.example:${port}/`))).result, 'delivered')
    const nobody = await sender.send(letterTo('http://shop.example:1/'))
    assert.deepEqual([nobody.result, nobody.error], ['unreachable', 'nothing accepts connections there'])
  })
})
