import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { StartRefused } from '../../primitives/start-refused.ts'
import { readPrivateKey, readSelcomSigning } from './read-signing.ts'
import { type Fields, signedHeaders, signingString, timestampOf } from './sign.ts'

/** Printed in the gateway's own examples. */
const sample = { apiKey: '202cb962ac59075b964b07152d234b70', apiSecret: '81dc9bdb52d04dc20036dbd8313ed055' }

const documented = '2019-02-26T09:30:46+03:00'
const recent = '2026-01-02T03:04:05+03:00'

const vectors: [Fields, string, string][] = [
  [
    { utilityref: 12345, transid: 'transid', amount: 5000 },
    documented,
    'TFHAyQ1k1d601bVfimp+GJsgiBPzMmmV0QJl0bX1c1Q=',
  ],
  [{ order_id: 123 }, documented, 'Si3kCa2CN2EJcFlFjyiyhZr2l7cyon3wnkxtWRdeyb4='],
  [
    {
      transid: 'P1001',
      utilitycode: 'VMCASHIN',
      utilityref: '255754000001',
      amount: 5000,
      vendor: 'VENDORTILL',
      pin: '1234',
    },
    recent,
    'EY7eERtwv3N2ngdsm0DlPqRFgPPPL+29+HMmin43/IU=',
  ],
  [
    {
      vendor: 'VENDORTILL',
      order_id: 'ORD1001',
      buyer_email: 'buyer@example.com',
      buyer_name: 'Joe John',
      buyer_phone: '255682555555',
      amount: 8000,
      currency: 'TZS',
      webhook: 'aHR0cHM6Ly9tZXJjaGFudC5leGFtcGxlL2hvb2tzL3NlbGNvbQ==',
      buyer_remarks: 'None',
      merchant_remarks: 'None',
      no_of_items: 1,
    },
    recent,
    'hO6V362b10/IoEInVPxornVbIIFP/TfBjuIf2u0uvvc=',
  ],
]

for (const [fields, timestamp, digest] of vectors) {
  test(`the digest of ${Object.keys(fields).join(', ')} is the documented one, and openssl agrees`, () => {
    const headers = signedHeaders(sample, fields, timestamp)
    assert.deepEqual(headers, {
      authorization: 'SELCOM MjAyY2I5NjJhYzU5MDc1Yjk2NGIwNzE1MmQyMzRiNzA=',
      'digest-method': 'HS256',
      digest,
      timestamp,
      'signed-fields': Object.keys(fields).join(','),
    })
    const told = execFileSync('openssl', ['dgst', '-sha256', '-hmac', sample.apiSecret, '-binary'], {
      input: signingString(timestamp, fields),
    })
    assert.equal(told.toString('base64'), digest)
  })
}

test('with a private key the digest is RSA-SHA256 with PKCS#1, and openssl makes the same one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'malipo-key-'))
  try {
    const path = join(folder, 'key.pem')
    execFileSync('openssl', ['genrsa', '-out', path, '2048'], { stdio: 'ignore' })
    const read = readPrivateKey(path)
    assert.ok('pem' in read)
    for (const [fields, timestamp] of vectors) {
      const headers = signedHeaders({ apiKey: sample.apiKey, privateKey: read.pem }, fields, timestamp)
      assert.equal(headers['digest-method'], 'RS256')
      const told = execFileSync('openssl', ['dgst', '-sha256', '-sign', path, '-binary'], {
        input: signingString(timestamp, fields),
      })
      assert.equal(headers.digest, told.toString('base64'))
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a private key is taken as text, in one line or from a file, and what is none is told without a word of it', () => {
  const { privateKey: pem } = generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  for (const given of [pem, pem.replaceAll('\n', '\\n')]) assert.ok('pem' in readPrivateKey(given))
  const { privateKey: curve } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  for (const [given, problem] of [
    ['/nowhere/key.pem', /neither a key in PEM nor the path/],
    [pem.slice(0, 400), /no private key in PEM/],
    [curve.export({ type: 'pkcs8', format: 'pem' }).toString(), /RSA key of 2048 bits or more/],
  ] as const) {
    const read = readPrivateKey(given)
    assert.ok('problem' in read)
    assert.match(read.problem, problem)
  }
})

test('an account signs with one of the two', () => {
  const refused = (settings: Record<string, string>) => {
    assert.throws(
      () => readSelcomSigning((name) => settings[name], String),
      (error) => error instanceof StartRefused && !error.message.includes('hush'),
    )
  }
  refused({ SELCOM_PRIVATE_KEY: 'hush', SELCOM_API_SECRET: 'hush' })
  refused({ SELCOM_PRIVATE_KEY: 'hush' })
  assert.deepEqual(
    readSelcomSigning(
      () => undefined,
      () => 'secret',
    ),
    { apiSecret: 'secret' },
  )
})

test('time is told in whole seconds of Dar es Salaam, over midnight too', () => {
  assert.equal(timestampOf(new Date('2019-02-26T06:30:46.999Z')), documented)
  assert.equal(timestampOf(new Date('2026-12-31T22:00:00Z')), '2027-01-01T01:00:00+03:00')
})
