import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, temporaryFolder } from '../../test/run-service.ts'
import { readConfig } from '../config.ts'
import { StartRefused } from '../primitives/start-refused.ts'
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

const selcom = {
  SELCOM_API_KEY: 'key',
  SELCOM_API_SECRET: 'secret',
  SELCOM_VENDOR: 'TILL1',
  SELCOM_FLOAT_ACCOUNT: 'FLOAT1',
  SELCOM_FLOAT_PIN: '1234',
  SELCOM_SENDER_NAME: 'Duka la Asha',
  SELCOM_SENDER_PHONE: '255754000001',
}

test('in development a provider without settings is reached on this machine, and one with settings where they say', () => {
  const { providers, gateways } = readConfig({ ...selcom, PORT: '4100' })
  assert.deepEqual(gateways, { port: 4101, madeUp: ['clickpesa'] })
  assert.equal(providers.clickpesa?.url, 'http://127.0.0.1:4101/clickpesa/third-parties')
  assert.equal(providers.selcom?.baseUrl, 'https://apigw.selcommobile.com/v1')
  const elsewhere = readConfig({ GATEWAY_PORT: '5000' })
  assert.deepEqual(elsewhere.gateways, { port: 5000, madeUp: ['clickpesa', 'selcom'] })
  assert.equal(elsewhere.providers.selcom?.baseUrl, 'http://127.0.0.1:5000/selcom/v1')
  const worker = { ROLE: 'worker', PORT: '4200', BASE_URL: 'http://localhost:4100' }
  assert.equal(readConfig(worker).gateways?.port, 4101, 'it is told where the others are')
  for (const PORT of ['0', '65535']) assert.equal(readConfig({ PORT }).gateways, null)
  assert.deepEqual(readConfig({ PORT: '0', GATEWAY_PORT: '5000' }).gateways?.port, 5000)
})

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://malipo@127.0.0.1:1/malipo',
  MALIPO_SECRET: 'x'.repeat(32),
  BASE_URL: 'https://pay.example.com',
}

test('production has no gateways, and no provider without settings', () => {
  for (const given of [{}, { GATEWAY_PORT: 'off' }]) {
    const { gateways, providers } = readConfig({ ...production, ...given })
    assert.deepEqual([gateways, providers], [null, { clickpesa: null, selcom: null }])
  }
})

const wrong = ['0', '65536', 'on', '4001x'].map((GATEWAY_PORT): [Record<string, string>, string] => [
  { GATEWAY_PORT },
  `GATEWAY_PORT is "${GATEWAY_PORT}", but must be off or a whole number from 1 to 65535.`,
])

test('a port that is none, or is asked for in production, stops the start with one line', () => {
  const refused: [Record<string, string>, string][] = [
    ...wrong,
    [
      { ...production, GATEWAY_PORT: '4001' },
      'GATEWAY_PORT is for development: gateways on this machine carry no money. Remove it.',
    ],
  ]
  for (const [environment, message] of refused)
    assert.throws(
      () => readConfig(environment),
      (error) => error instanceof StartRefused && error.message === message,
    )
})
