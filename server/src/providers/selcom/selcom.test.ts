import assert from 'node:assert/strict'
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { judgeProvider } from '../../../test/providers/conformance.ts'
import { assertNoSecrets } from '../../../test/providers/open-secrets.ts'
import { forEver } from '../../../test/providers/patient.ts'
import { openRecordedGateway } from '../../../test/providers/recorded-gateway.ts'
import { selcomDefendant, selcomKeys, selcomSettings } from '../../../test/providers/selcom-defendant.ts'
import { openSelcomGateway } from '../../gateways/gateways.ts'
import { destinations } from '../../withdrawals/destinations.ts'
import type { Provider } from '../provider.ts'
import * as assumptions from './assumptions.ts'
import { bankCodes, walletCodes } from './destinations.ts'
import { openSelcom } from './selcom.ts'

judgeProvider('Selcom', selcomDefendant)

test('whoever answers with what we sent shows no key of it, in their form or in another', async () => {
  const repeated = `${selcomKeys.apiKey} SELCOM ${btoa(selcomKeys.apiKey)} ${selcomKeys.apiSecret}`
  const inForm = JSON.stringify({ resultcode: '999', message: repeated, data: [{ said: repeated }] })
  // Where it is cut, half a key would be left.
  const bodies = [inForm, repeated, `${'x'.repeat(490)}${repeated}`]
  const gateway = await openRecordedGateway(bodies.map((body) => ({ status: 200, headers: {}, body })))
  const world = { clock: { now: () => new Date() }, newId: randomUUID, baseUrl: 'https://pay.example.com' }
  try {
    const { lookUp } = openSelcom(selcomSettings(gateway.url), world)
    for (const _ of bodies) {
      const { exchanges = [] } = await lookUp({ reference: 'MLP1' }, forEver)
      assert.match(JSON.stringify(exchanges), /"response":.*\*{4}/)
      assertNoSecrets(exchanges, [
        selcomKeys.apiKey.slice(0, 8),
        btoa(selcomKeys.apiKey),
        selcomKeys.apiSecret,
      ])
    }
  } finally {
    await gateway.close()
  }
})

test('an account that signs with a private key is known by its public half', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  const clock = { now: () => new Date('2026-11-16T06:30:46Z') }
  const gateway = await openSelcomGateway({ ...selcomKeys, publicKey }, { clock, chance: () => 0 })
  const world = { clock, newId: randomUUID, baseUrl: 'https://pay.example.com' }
  const withSecret = selcomSettings(gateway.url)
  const withKey = { ...withSecret, apiSecret: undefined, privateKey }
  const told = async (probe: Provider['probe']) => {
    const probed = await probe?.(forEver)
    return probed && 'because' in probed ? `${probed.kind}: ${probed.because}` : probed?.kind
  }
  try {
    assert.equal(await told(openSelcom(withKey, world).probe), 'ok')
    assert.equal(
      await told(openSelcom(withSecret, world).probe),
      'refused: 401: Digest-Method not supported for the vendor',
    )
  } finally {
    await gateway.close()
  }
})

test('a callback is a hint, signed or not, and says the same', async () => {
  const { provider, callback, close } = await selcomDefendant()
  await close()
  const { headers, body } = callback('MLP1', 'COMPLETED')
  assert.ok(headers.digest)
  const [signed, unsigned] = [headers, {}].map((some) => provider.readCallback({ headers: some, body }))
  assert.equal(signed?.isGenuine, false)
  assert.deepEqual(signed, unsigned)
})

test('whatever we take for true of Selcom is a question to be asked before going live', async () => {
  const page = await readFile(new URL('../../../../docs/providers/selcom.md', import.meta.url), 'utf8')
  const questions = page.split('## Ask Selcom before going live')[1]?.split('\n## ')[0] ?? ''
  const unasked = Object.keys(assumptions).filter((name) => !questions.includes(`\`${name}\``))
  assert.ok(Object.keys(assumptions).length > 10)
  assert.deepEqual(unasked, [])
})

test('every destination of ours has a code of theirs, but for the bank that they do not list', () => {
  const codeless = destinations.filter(
    ({ destination_code: code, method }) =>
      method !== 'PROVIDER_PESA' && !(method === 'BANK_ACCOUNT' ? bankCodes : walletCodes).has(code),
  )
  assert.deepEqual(
    codeless.map(({ destination_code: code }) => code),
    ['STANDARD_CHARTERED'],
  )
  const known = new Set(destinations.map(({ destination_code: code }) => code))
  assert.deepEqual(
    [...bankCodes.keys(), ...walletCodes.keys()].filter((code) => !known.has(code)),
    [],
  )
})

test('a payout to where they do not pay fails without being sent', async () => {
  const nowhere = 'http://127.0.0.1:9'
  const world = { clock: { now: () => new Date(0) }, newId: randomUUID, baseUrl: nowhere }
  const provider = openSelcom(selcomSettings(nowhere), world)
  const order = {
    reference: 'MLW1',
    merchantId: '',
    method: 'BANK_ACCOUNT',
    amount: 100_000n,
    currency: 'TZS',
    destinationCode: 'STANDARD_CHARTERED',
    recipientName: 'Asha',
    identifier: '0150001234500',
  } as const
  const outcome = await provider.payOut(order, forEver)
  assert.deepEqual(
    [outcome.kind, 'providerStatus' in outcome && outcome.providerStatus],
    ['failed', 'NOT_SENT'],
  )
  assert.deepEqual(await provider.lookUpName?.(order, forEver), { kind: 'not_found' })
})
