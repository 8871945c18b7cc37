import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { newMerchant, type Service, sessionOf, startService } from '../service.ts'
import { inShort } from './parts/newcomers.ts'

let service: Service
before(async () => {
  service = await startService({ environment: { ROLE: 'api' } })
})
after(() => service.stop())

type Shop = { merchantId: string; cookie: string }
async function openShop(): Promise<Shop> {
  const { merchantId, ownerEmail } = await newMerchant(service)
  return { merchantId, cookie: await sessionOf(service, ownerEmail) }
}

const upload = ({ merchantId, cookie }: Shop) =>
  service.call(`/v1/merchants/${merchantId}/documents`, {
    cookie,
    body: {
      kind: 'other',
      file_name: 'paper.pdf',
      content: Buffer.from(`%PDF-1.7 ${randomUUID()}`).toString('base64'),
    },
  })

type Begun = { socket: Socket; request: IncomingMessage }

/** Begins to send a file that is never whole. */
async function beginUpload({ merchantId, cookie }: Shop): Promise<Begun> {
  const { hostname, port } = new URL(service.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  const came = new Promise<IncomingMessage>((resolve) => service.server.once('request', resolve))
  socket.write(
    `POST /v1/merchants/${merchantId}/documents HTTP/1.1\r\nHost: ${hostname}\r\nCookie: ${cookie}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{"kind":',
  )
  return { socket, request: await came }
}

/** The same, until it has its turn. */
async function beginAndBeRead(shop: Shop): Promise<Begun> {
  const begun = await beginUpload(shop)
  while (!begun.request.readableFlowing) await setImmediate()
  return begun
}

async function ended({ socket }: Begun): Promise<void> {
  const gone = new Promise((resolve) => socket.once('close', resolve))
  socket.destroy()
  await gone
}

test('one file of each person is read at a time, and another waits for its turn or is told to', async () => {
  const [shop, other] = [await openShop(), await openShop()]
  const first = await beginAndBeRead(shop)
  assert.equal(inShort(await upload(shop)), '429 rate_limited', 'while another of theirs is being read')
  assert.equal(inShort(await upload(other)), '201', 'and nobody else waits for it')
  const waiting = upload(shop)
  await ended(first)
  assert.notEqual((await waiting).status, 429)
  assert.equal(inShort(await upload(shop)), '201', 'who hangs up keeps no place')
})

test('those who hang up while they wait take no place from those who stay', async () => {
  const shop = await openShop()
  const first = await beginAndBeRead(shop)
  const waiting = [await beginUpload(shop), await beginUpload(shop)]
  await Promise.all(waiting.map(ended))
  await ended(first)
  for (const place of [1, 2, 3]) assert.equal(inShort(await upload(shop)), '201', `upload ${place}`)
})

test('of many people few are read at once, and the others are served after them', async () => {
  const shops = await Promise.all(Array.from({ length: 5 }, openShop))
  const sockets: Begun[] = []
  for (const shop of shops.slice(0, 4)) sockets.push(await beginAndBeRead(shop))
  const [, , , , fifth] = shops as [Shop, Shop, Shop, Shop, Shop]
  assert.equal(inShort(await upload(fifth)), '503 unavailable')
  const me = await service.call('/v1/me', { cookie: fifth.cookie })
  assert.equal(me.status, 200, 'whatever else is asked is answered')
  await Promise.all(sockets.map(ended))
  const answers = await Promise.all(shops.map(upload))
  assert.deepEqual(new Set(answers.map(inShort)), new Set(['201']))
})
