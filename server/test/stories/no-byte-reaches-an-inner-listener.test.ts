import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import { createAddressGuard, type ResolveHost } from '../../src/courier/address-guard.ts'
import { createSender } from '../../src/courier/send-letter.ts'

// What runs beside the service and trusts whoever reaches it.
const reached = { connections: 0, bytes: 0 }
const trusting = (socket: Socket) => {
  reached.connections += 1
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    reached.bytes += chunk.length
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
  })
}
const innerOnAllAddresses = createServer(trusting)
const innerBesideAllowed = createServer(trusting)

// A receiver that the operator allows, though it is not public; it sends those who come to it on to the inner one.
const allowed = createHttpServer((_, reply) => {
  reply.writeHead(307, { location: `http://127.0.0.1:${innerPort}/` }).end()
})

let innerPort = 0
let allowedPort = 0

/** What the name servers say, answer by answer; the last is repeated. */
let script: string[][] = []
const resolve: ResolveHost = async (hostname) => {
  const addresses = (script.length > 1 ? script.shift() : script[0]) ?? []
  if (addresses.length === 0) throw new Error(`the name ${hostname} does not exist`)
  return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
}

const production = { allow: ['127.0.0.2'], loopbackIsAllowed: false, plainHttpIsAllowed: false }
const guard = createAddressGuard({ ...production, resolve })
const sender = createSender({ guard, deadlineMs: 2000, now: () => new Date(0) })
const send = (url: string) => sender.send({ url, headers: { 'webhook-id': 'evt_1' }, body: '{"secret":1}' })

before(async () => {
  innerPort = await portOf(innerOnAllAddresses.listen(0, '::'))
  allowedPort = await portOf(innerBesideAllowed.listen(0, '127.0.0.1'))
  await portOf(allowed.listen(allowedPort, '127.0.0.2'))
})

async function portOf(server: Server): Promise<number> {
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

after(async () => {
  await sender.close()
  for (const server of [innerOnAllAddresses, innerBesideAllowed, allowed]) server.close()
})

beforeEach(() => {
  script = []
  reached.connections = 0
  reached.bytes = 0
})

const untouched = { connections: 0, bytes: 0 }
const publicAddress = '93.184.215.14'

describe('every way to write an inner address is refused at save, and again at connect', () => {
  const hosts: [form: string, host: string][] = [
    ['literal', '127.0.0.1'],
    ['another of the machine', '127.255.255.254'],
    ['nowhere, which is here', '0.0.0.0'],
    ['nowhere, short', '0'],
    ['decimal', '2130706433'],
    ['octal', '0177.0.0.1'],
    ['octal throughout', '0177.0000.0000.0001'],
    ['octal, one number', '017700000001'],
    ['hexadecimal', '0x7f.0x0.0x0.0x1'],
    ['hexadecimal, one number', '0x7f000001'],
    ['hexadecimal, mixed', '0x7F.1'],
    ['short, two parts', '127.1'],
    ['short, three parts', '127.0.1'],
    ['circled digits', '①②⑦.⓪.⓪.①'],
    ['full-width digits and stops', '１２７。０。０。１'],
    ['percent-encoded', '%31%32%37.0.0.1'],
    ['trailing dot', '127.0.0.1.'],
    ['IPv6 loopback', '[::1]'],
    ['IPv6 loopback, long', '[0000:0000:0000:0000:0000:0000:0000:0001]'],
    ['IPv6 nowhere', '[::]'],
    ['IPv6-mapped, dotted', '[::ffff:127.0.0.1]'],
    ['IPv6-mapped, hexadecimal', '[::ffff:7f00:1]'],
    ['IPv6-mapped, of the allowed one', '[::ffff:127.0.0.2]'],
    ['IPv4-compatible', '[::127.0.0.1]'],
    ['NAT64', '[64:ff9b::127.0.0.1]'],
    ['NAT64, local', '[64:ff9b:1::7f00:1]'],
    ['6to4', '[2002:7f00:1::]'],
    ['Teredo', '[2001:0:7f00:1::]'],
    ['link-local', '[fe80::1]'],
    ['cloud metadata', '169.254.169.254'],
    ['cloud metadata over IPv6', '[fd00:ec2::254]'],
    ['private', '10.0.0.1'],
    ['userinfo that looks like a shop', 'shop.example@127.0.0.1'],
    ['userinfo with a password', 'shop.example:443@127.1'],
    ['backslash before the inner one', '127.0.0.1\\@shop.example'],
  ]
  for (const [form, host] of hosts) {
    for (const scheme of ['http', 'https']) {
      test(`${form}: ${scheme}://${host}`, async () => {
        const url = `${scheme}://${host.includes('\\') ? host : `${host}:${innerPort}`}/`
        assert.match((await guard.problemOf(url)) ?? '', /^must /)
        const { result, error } = await send(url)
        assert.deepEqual(reached, untouched)
        assert.equal(result, 'blocked')
        assert.match(error ?? '', /is not a public address/)
      })
    }
  }

  test('a zone is refused as no address at all', async () => {
    const url = `https://[fe80::1%25lo]:${innerPort}/`
    assert.match((await guard.problemOf(url)) ?? '', /^must /)
    assert.equal((await send(url)).result, 'unreachable')
    assert.deepEqual(reached, untouched)
  })
})

describe('names that lead inside', () => {
  const local = ['localhost', 'LOCALHOST', 'localhost.', 'shop.localhost']
  for (const host of local) {
    test(`${host}, with the resolver of the house`, async (t) => {
      const house = createAddressGuard(production)
      const houseSender = createSender({ guard: house, now: () => new Date(0) })
      t.after(() => houseSender.close())
      const url = `https://${host}:${innerPort}/`
      assert.match((await house.problemOf(url)) ?? '', /does not lead to a public address/)
      assert.equal((await houseSender.send({ url, headers: {}, body: '{}' })).result, 'blocked')
      assert.deepEqual(reached, untouched)
    })
  }

  const answers: [what: string, addresses: string[]][] = [
    ['this machine', ['127.0.0.1']],
    ['this machine over IPv6', ['::1']],
    ['this machine, mapped', ['::ffff:127.0.0.1']],
    ['a public address and this machine', [publicAddress, '127.0.0.1']],
    ['this machine and a public address', ['127.0.0.1', publicAddress]],
    ['a public address and this machine over IPv6', [publicAddress, '::1']],
    ['an allowed address and this machine', ['127.0.0.2', '127.0.0.1']],
    ['an address with a zone', ['fe80::1%lo']],
  ]
  for (const [what, addresses] of answers) {
    test(`a name of ${what}`, async () => {
      script = [addresses]
      const url = `https://shop.example:${innerPort}/`
      assert.match((await guard.problemOf(url)) ?? '', /^must /)
      for (const scheme of ['https', 'http'])
        assert.equal((await send(`${scheme}://shop.example:${innerPort}/`)).result, 'blocked')
      assert.deepEqual(reached, untouched)
    })
  }
})

describe('names that change their mind', () => {
  const turns: [what: string, script: string[][]][] = [
    ['public at save, inner at connect', [[publicAddress], ['127.0.0.1']]],
    ['public at save, mixed at connect', [[publicAddress], [publicAddress, '127.0.0.1']]],
    ['unknown at save, inner at connect', [[], ['127.0.0.1']]],
    ['public at save, inner over IPv6 at connect', [['2a00:1450::1'], ['::1']]],
  ]
  for (const [what, said] of turns) {
    test(what, async () => {
      script = said.map((addresses) => [...addresses])
      const url = `https://rebinding-${what.length}.example:${innerPort}/`
      assert.equal(await guard.problemOf(url), null)
      for (let count = 0; count < 3; count += 1) assert.equal((await send(url)).result, 'blocked')
      assert.deepEqual(reached, untouched)
    })
  }

  // Whoever looks a name up twice, once to check it and once to dial it, is led inside by the second answer.
  test('allowed when it is checked, inner a moment later: the checked address is the dialled one', async () => {
    script = [['127.0.0.2'], ['127.0.0.1']]
    const { result } = await send(`http://turncoat.example:${allowedPort}/`)
    assert.equal(result, 'redirected', 'the allowed receiver has answered')
    assert.deepEqual(script, [['127.0.0.1']], 'and nobody has asked again')
    assert.deepEqual(reached, untouched)
  })
})

test('a redirect from an allowed receiver to the inner listener is told, not followed', async () => {
  const url = `http://127.0.0.2:${allowedPort}/`
  assert.equal(await guard.problemOf(url), null)
  const { result, status, error } = await send(url)
  assert.deepEqual([result, status], ['redirected', 307])
  assert.match(error ?? '', /not followed/)
  assert.deepEqual(reached, untouched)
})

test('the inner listener is there: a guard that allows it lets the bytes through', async (t) => {
  const open = createAddressGuard({ ...production, loopbackIsAllowed: true })
  const openSender = createSender({ guard: open, now: () => new Date(0) })
  t.after(() => openSender.close())
  for (const host of ['127.0.0.1', '2130706433', '[::1]', 'localhost']) {
    reached.bytes = 0
    await openSender.send({ url: `http://${host}:${innerPort}/`, headers: {}, body: '{}' })
    assert.ok(reached.bytes > 0, host)
  }
})
