import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../config.ts'
import { StartRefused } from '../primitives/start-refused.ts'

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
