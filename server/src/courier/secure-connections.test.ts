import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { setDefaultCACertificates, type TLSSocket } from 'node:tls'
import { createAddressGuard } from './address-guard.ts'
import { createSender } from './send-letter.ts'

const hasOpenssl = spawnSync('openssl', ['version']).status === 0

const guard = createAddressGuard({
  allow: ['127.0.0.0/8'],
  loopbackIsAllowed: false,
  plainHttpIsAllowed: false,
  resolve: async () => [{ address: '127.0.0.1', family: 4 }],
})

type Identity = { key: string; cert: string }

function identityOf(t: TestContext, name: string): Identity {
  const folder = mkdtempSync(join(tmpdir(), 'malipo-certificate-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const kind = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '2',
  ]
  const about = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`]
  execFileSync('openssl', [...kind, ...about, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
}

async function start(t: TestContext, identity: Identity) {
  const seen = { names: [] as unknown[], letters: 0, connections: 0 }
  const server = createServer(identity, (request, reply) => {
    seen.letters += 1
    seen.names.push((request.socket as TLSSocket).servername)
    if (request.url === '/hang-up') request.socket.destroy()
    else reply.end('ok')
  })
  server.on('connection', () => {
    seen.connections += 1
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const sender = createSender({ guard, now: () => new Date(0) })
  t.after(() => sender.close())
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  const send = (host: string, path = '/') =>
    sender.send({ url: `https://${host}:${port}${path}`, headers: {}, body: '{}' })
  return { send, seen }
}

describe('secure connections', {
  skip: hasOpenssl ? false : 'openssl makes the certificates, and is not here',
}, () => {
  test('a certificate that nobody vouches for is refused before a byte of the letter is sent', async (t) => {
    const { send, seen } = await start(t, identityOf(t, 'shop.example'))
    const { result, error } = await send('shop.example')
    assert.equal(result, 'unreachable')
    assert.match(error ?? '', /certificate is signed by itself/)
    assert.equal(seen.letters, 0)
  })

  test('the certificate must be for the name in the address, though the address was looked up by us', async (t) => {
    const identity = identityOf(t, 'shop.example')
    setDefaultCACertificates([identity.cert])
    const { send, seen } = await start(t, identity)
    assert.equal((await send('shop.example')).result, 'delivered')
    assert.deepEqual(seen.names, ['shop.example'])
    for (const host of ['other.example', '127.0.0.1']) {
      const { result, error } = await send(host)
      assert.deepEqual([result, error], ['unreachable', 'the certificate is for another name'])
    }
    assert.equal(seen.letters, 1)
  })

  test('connections are kept, and one that was hung up on is replaced', async (t) => {
    const identity = identityOf(t, 'shop.example')
    setDefaultCACertificates([identity.cert])
    const { send, seen } = await start(t, identity)
    await send('shop.example')
    await send('shop.example')
    assert.equal(seen.connections, 1)
    await send('shop.example', '/hang-up')
    assert.deepEqual([seen.connections, seen.letters], [2, 4])
  })

  test('what does not speak TLS is unreachable', async (t) => {
    const server = createHttpServer((_, reply) => reply.end()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    t.after(() => server.close())
    const sender = createSender({ guard, now: () => new Date(0) })
    t.after(() => sender.close())
    const url = `https://shop.example:${(server.address() as AddressInfo).port}/`
    const { result, error } = await sender.send({ url, headers: {}, body: '{}' })
    assert.equal(result, 'unreachable')
    assert.match(error ?? '', /secure connection/)
  })
})
