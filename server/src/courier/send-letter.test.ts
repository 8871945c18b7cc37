import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { after, describe, test } from 'node:test'
import { createAddressGuard } from './address-guard.ts'
import { createSender } from './send-letter.ts'

const at = new Date('2026-01-05T10:00:00Z')
const guard = createAddressGuard({ allow: [], loopbackIsAllowed: true, plainHttpIsAllowed: true })
const headers = { 'content-type': 'application/json', 'webhook-id': 'evt_1' }
const body = '{"type":"collection.success","note":"Ahsante – 你好"}'
const sender = createSender({ guard, deadlineMs: 400, now: () => at })
/** For what is not about time: a busy machine takes its own. */
const patient = createSender({ guard, deadlineMs: 20_000, now: () => at })
const servers: Server[] = []

after(async () => {
  await sender.close()
  await patient.close()
  for (const server of servers) server.close()
})

const send = (url: string) => sender.send({ url, headers, body })

async function listen(server: Server): Promise<string> {
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?a=b`
}

const answering = (listener: RequestListener) => listen(createHttpServer(listener))

/** A receiver that speaks raw bytes, once the whole letter is there. */
function raw(answer: (socket: Socket, letter: number) => void): Promise<string> {
  return listen(
    createServer((socket) => {
      let letter = 0
      socket.on('error', () => {})
      socket.on('data', (chunk) => {
        if (chunk.toString().trimEnd().endsWith('}')) answer(socket, ++letter)
      })
    }),
  )
}

describe('a status decides', () => {
  const table: [status: number, result: string][] = [
    ...[200, 201, 202, 204, 299].map((status): [number, string] => [status, 'delivered']),
    ...[300, 301, 302, 303, 304, 307, 308].map((status): [number, string] => [status, 'redirected']),
    [410, 'gone'],
    ...[400, 401, 404, 409, 429, 500, 502, 503, 599, 999].map((status): [number, string] => [
      status,
      'refused',
    ]),
  ]
  for (const [status, result] of table) {
    test(`${status} is ${result}`, async () => {
      const url = await answering((_, reply) => reply.writeHead(status, { location: '/elsewhere' }).end())
      const attempted = await patient.send({ url, headers, body })
      assert.equal(attempted.result, result)
      assert.equal(attempted.status, status)
      assert.equal(attempted.responseBody, '')
      if (result === 'delivered') assert.equal(attempted.error, null)
      else assert.match(attempted.error ?? '', new RegExp(`answered ${status}`))
    })
  }

  test('the letter arrives as it was written', async () => {
    let seen = {}
    const url = await answering(async (request, reply) => {
      const chunks = await request.toArray()
      const { method, url: path, headers: got } = request
      seen = {
        method,
        path,
        type: got['content-type'],
        id: got['webhook-id'],
        accept: got.accept,
        body: String(Buffer.concat(chunks)),
      }
      reply.end('thanks')
    })
    const attempted = await send(url)
    assert.deepEqual(seen, {
      method: 'POST',
      path: '/hook?a=b',
      type: 'application/json',
      id: 'evt_1',
      accept: '*/*',
      body,
    })
    assert.equal(attempted.responseBody, 'thanks')
    assert.ok(Number.isInteger(attempted.durationMs))
  })

  test('what a receiver asks us to wait is told', async () => {
    const url = await answering((_, reply) => reply.writeHead(503, { 'Retry-After': '120' }).end())
    assert.equal((await send(url)).retryAfterMs, 120_000)
  })

  test('hints before the answer are not the answer', async () => {
    const url = await raw((socket) =>
      socket.end(
        'HTTP/1.1 103 Early Hints\r\nlink: a\r\n\r\nHTTP/1.1 201 Made\r\ncontent-length: 2\r\n\r\nok',
      ),
    )
    const { result, status, responseBody } = await send(url)
    assert.deepEqual(
      { result, status, responseBody },
      { result: 'delivered', status: 201, responseBody: 'ok' },
    )
  })
})

describe('whatever a receiver does after its status, the status stands', () => {
  const start = 'HTTP/1.1 200 OK\r\n'
  const endings: Record<string, (socket: Socket) => void> = {
    'it never ends its body': (socket) => socket.write(`${start}content-length: 10\r\n\r\nabc`),
    'it breaks off in a chunk': (socket) => socket.end(`${start}transfer-encoding: chunked\r\n\r\nff\r\nabc`),
    'it breaks off between chunks': (socket) =>
      socket.end(`${start}transfer-encoding: chunked\r\n\r\n3\r\nabc\r\n`),
    'it sends less than it said': (socket) => socket.end(`${start}content-length: 10\r\n\r\nabc`),
    'it sends more than it said': (socket) => socket.end(`${start}content-length: 3\r\n\r\nabcdefgh`),
    'its chunk has no length': (socket) =>
      socket.end(`${start}transfer-encoding: chunked\r\n\r\n3\r\nabc\r\nzz\r\n`),
    'it resets the connection': (socket) => {
      socket.write(`${start}content-length: 10\r\n\r\nabc`)
      setTimeout(() => socket.resetAndDestroy(), 30)
    },
    'it closes without a length': (socket) => socket.end(`${start}\r\nabc`),
    'it sends a byte now and then': (socket) => {
      socket.write(`${start}content-length: 100\r\n\r\nabc`)
      const timer = setInterval(() => socket.write('.'), 60)
      socket.on('close', () => clearInterval(timer))
    },
  }
  for (const [what, answer] of Object.entries(endings)) {
    test(what, async () => {
      const attempted = await send(await raw(answer))
      assert.equal(attempted.result, 'delivered', attempted.error ?? '')
      assert.equal(attempted.status, 200)
      assert.match(attempted.responseBody ?? '', /^abc\.*$/)
      assert.ok(attempted.durationMs < 700)
    })
  }

  test('of 10 MB the first 4 KB are kept, and the rest is not waited for', async () => {
    let written = 0
    const url = await answering((_, reply) => {
      const chunk = Buffer.alloc(100_000, 'ü')
      const more = () => {
        while (written < 10_000_000 && reply.write(chunk)) written += chunk.length
      }
      reply.on('drain', more).on('error', () => {})
      more()
    })
    const attempted = await send(url)
    assert.equal(attempted.result, 'delivered')
    assert.equal(attempted.responseBody, 'ü'.repeat(2048))
    assert.ok(written < 10_000_000)
  })

  test('a letter of several bytes is not cut in its middle', async () => {
    const url = await answering((_, reply) => reply.end(`a${'€'.repeat(3000)}`))
    assert.equal((await send(url)).responseBody, `a${'€'.repeat(1365)}`)
  })

  test('bytes that are no text are kept as something a database stores', async () => {
    const url = await answering((_, reply) => {
      reply.setHeader('content-encoding', 'gzip')
      reply.end(Buffer.from([0x61, 0x00, 0xff, 0xc3, 0x28, 0xed, 0xa0, 0x80, 0x62]))
    })
    const { result, responseBody } = await send(url)
    assert.equal(result, 'delivered')
    assert.match(responseBody ?? '', /^a\ufffd+\(\ufffd+b$/)
    assert.ok(responseBody?.isWellFormed())
  })
})

describe('what is no answer says why', () => {
  const silences: [what: string, answer: (socket: Socket) => void, error: RegExp][] = [
    ['it hangs up', (socket) => socket.end(), /closed before an answer/],
    ['it resets', (socket) => socket.resetAndDestroy(), /broken before an answer/],
    ['it is not HTTP', (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'), /not HTTP/],
    ['it is bare HTML', (socket) => socket.end('<html>It works!</html>'), /not HTTP/],
    [
      'its headers break off',
      (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-le'),
      /before an answer|not HTTP/,
    ],
    [
      'its headers are huge',
      (socket) => socket.end(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(40_000)}\r\n\r\n`),
      /16 KB|not HTTP/,
    ],
    [
      'its length is nonsense',
      (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: -5\r\n\r\nabc'),
      /not HTTP/,
    ],
    ['it says 100', (socket) => socket.end('HTTP/1.1 100 Continue\r\n\r\n'), /before an answer/],
    [
      'it switches protocols',
      (socket) => socket.end('HTTP/1.1 101 S\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
      /before an answer/,
    ],
  ]
  for (const [what, answer, error] of silences) {
    test(`unreachable: ${what}`, async () => {
      const attempted = await send(await raw(answer))
      assert.equal(attempted.result, 'unreachable')
      assert.match(attempted.error ?? '', error)
      assert.equal(attempted.status, null)
      assert.equal(attempted.responseBody, null)
    })
  }

  test('unreachable: nobody listens', async () => {
    const server = createServer()
    const url = await listen(server)
    server.close()
    assert.match((await send(url)).error ?? '', /nothing accepts connections/)
  })

  test('unreachable: the name does not exist, or the address or a header is none', async () => {
    assert.match((await send('http://no-such-shop.invalid/')).error ?? '', /does not exist|did not answer/)
    for (const url of ['nonsense', 'ftp://127.0.0.1/']) assert.equal((await send(url)).result, 'unreachable')
    const url = await answering((_, reply) => reply.end())
    const attempted = await sender.send({ url, headers: { bad: 'a\r\nb: c' }, body })
    assert.equal(attempted.result, 'unreachable')
  })

  const slow: Record<string, (socket: Socket) => void> = {
    'it says nothing': () => {},
    'its headers trickle': (socket) => {
      const timer = setInterval(() => socket.write('H'), 100)
      socket.write('HTTP/1.1 200 OK\r\nx-h: ')
      socket.on('close', () => clearInterval(timer))
    },
    'it only gives hints': (socket) => {
      const timer = setInterval(() => socket.write('HTTP/1.1 102 Processing\r\n\r\n'), 100)
      socket.on('close', () => clearInterval(timer))
    },
  }
  for (const [what, answer] of Object.entries(slow)) {
    test(`timeout: ${what}, and the connection is cut`, async () => {
      const closed = Promise.withResolvers<void>()
      const url = await raw((socket) => {
        socket.on('close', () => closed.resolve())
        answer(socket)
      })
      const { result, error, durationMs } = await send(url)
      assert.equal(result, 'timeout')
      assert.equal(error, 'no answer within 0.4 seconds')
      assert.ok(durationMs >= 390 && durationMs < 900, `${durationMs}`)
      await closed.promise
    })
  }

  test('timeout: looking the name up takes too long, and nothing is sent later', async () => {
    let letters = 0
    const url = new URL(await answering((_, reply) => reply.end(String(++letters))))
    const late = createSender({
      guard: {
        ...guard,
        addressesOf: () =>
          new Promise((resolve) => setTimeout(resolve, 150, [{ address: '127.0.0.1', family: 4 }])),
      },
      deadlineMs: 50,
      now: () => at,
    })
    url.hostname = 'slow.example'
    assert.equal((await late.send({ url: url.href, headers, body })).result, 'timeout')
    await new Promise((resolve) => setTimeout(resolve, 200))
    assert.equal(letters, 0)
    await late.close()
  })
})

test('a pause in the middle of the body: half now, half later, and an early answer counts', async () => {
  const pieces: string[] = []
  const whenWhole = await answering((request, reply) => {
    request.on('data', (piece) => pieces.push(String(piece)))
    request.on('end', () => reply.end('whole'))
  })
  const whole = await sender.send({ url: whenWhole, headers, body: 'abcdefg', pauseMs: 60 })
  assert.deepEqual([whole.result, whole.responseBody, pieces], ['delivered', 'whole', ['abcd', 'efg']])
  assert.ok(whole.durationMs >= 55)
  const hasty = await answering((_, reply) => reply.writeHead(408).end('too slow'))
  const early = await sender.send({ url: hasty, headers, body, pauseMs: 300 })
  assert.deepEqual([early.status, early.responseBody], [408, 'too slow'])
  assert.ok(early.durationMs < 250)
  const late = await sender.send({ url: whenWhole, headers, body, pauseMs: 2000 })
  assert.equal(late.result, 'timeout')
})
