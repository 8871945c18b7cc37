import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, temporaryFolder } from '../../test/run-service.ts'
import { openClickpesa } from '../providers/clickpesa/clickpesa.ts'
import type { CollectOrder } from '../providers/providers.ts'
import { openSelcom } from '../providers/selcom/selcom.ts'
import { createGateways, type Gateways } from './create-gateways.ts'
import { madeUpSettings } from './made-up-accounts.ts'

let nowMs = Date.UTC(2026, 10, 16, 9)
const clock = { now: () => new Date(nowMs) }
const serviceUrl = 'http://127.0.0.1:9'
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let port: number
before(async () => {
  folder = await temporaryFolder()
  port = await freePort()
})
after(() => folder.remove())

const beside = (url = serviceUrl) =>
  createGateways({
    port,
    serviceUrl: url,
    clock,
    chance: () => 0,
    folder: join(folder.path, 'gateways'),
    triesEveryMs: 20,
  })

const order: CollectOrder = {
  reference: 'MLPONE',
  merchantId: 'somebody',
  merchantName: 'Duka la Asha',
  method: 'USSD_PUSH',
  amount: 150_000n,
  currency: 'TZS',
  phone: '255754345678',
  expiresAt: null,
  description: null,
}

function adapters() {
  const { selcom, clickpesa } = madeUpSettings(port)
  assert.ok(selcom && clickpesa)
  const world = { clock, newId: () => 'id', baseUrl: serviceUrl }
  return [openSelcom(selcom, world), openClickpesa(clickpesa)]
}

const patient = new AbortController().signal
const lookUps = () => Promise.all(adapters().map(async (one) => (await one.lookUp(order, patient)).kind))

test('both dialects are at one port, known by made-up accounts, and what they know outlives the process that has them', async () => {
  const [first, second] = [beside(), beside()]
  try {
    assert.equal(await first.open(), 'us')
    assert.equal(await second.open(), 'another_of_ours')
    assert.equal(await beside('http://127.0.0.1:10').open(), 'somebody_else')
    const collected = adapters().map(async (one) => (await one.collect(order, patient)).kind)
    assert.deepEqual(await Promise.all(collected), ['pending', 'pending'])
    const asked = [...first.byName.values()].map(({ calls }) => calls.map(({ call }) => call))
    assert.deepEqual(asked, [
      ['create-order', 'wallet-payment'],
      ['token', 'push'],
    ])
    await first.close()
    await untilServed(second)
    assert.deepEqual(await lookUps(), ['pending', 'pending'])
    nowMs += 300
    assert.deepEqual(await lookUps(), ['succeeded', 'succeeded'])
  } finally {
    await first.close()
    await second.close()
  }
})

/** The other one has seen that the port is free. */
async function untilServed({ byName, url }: Gateways): Promise<void> {
  while (byName.get('selcom')?.book.all().length === 0) await sleep(5)
  assert.equal((await fetch(url)).status, 200)
}

test('a port that somebody else has is left to them, and a page in a browser is turned away', async () => {
  const stranger = createServer((_, response) => void response.end('It works!'))
  await new Promise<void>((resolve) => stranger.listen(port, '127.0.0.1', resolve))
  const gateways = beside()
  assert.equal(await gateways.open(), 'somebody_else')
  await new Promise((resolve) => stranger.close(resolve))
  stranger.closeAllConnections()
  assert.equal(await gateways.open(), 'us')
  try {
    const ask = async (path: string, headers: Record<string, string> = {}) => {
      const response = await fetch(`${gateways.url}${path}`, { headers })
      return { status: response.status, said: (await response.json()) as Record<string, unknown> }
    }
    const { status, said } = await ask('/')
    assert.equal(status, 200)
    assert.deepEqual(said.gateways, {
      selcom: `${gateways.url}/selcom`,
      clickpesa: `${gateways.url}/clickpesa`,
    })
    assert.equal((await ask('/tigo/_book')).status, 404)
    assert.equal((await ask('/selcom/_book')).status, 200)
    assert.equal((await ask('/selcom/_book', { origin: 'https://shop.example' })).status, 404)
  } finally {
    await gateways.close()
  }
})
