import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Operation, operations, pathParamNames } from '@malipo/contract'
import type { TSchema } from 'typebox'
import { generateApiKey } from '../auth/auth.ts'
import { maskPath, maskQuery } from './mask-address.ts'
import { maskBody } from './mask-body.ts'
import { maskNumber, maskText } from './mask-text.ts'

const masked = (value: unknown, of: 'request' | 'reply' = 'request') =>
  JSON.parse(maskBody(JSON.stringify(value), of).text)

/** The names of all fields within a schema, however deep. */
function namesIn(schema: TSchema | undefined): string[] {
  if (schema === undefined) return []
  const inside = schema as unknown as {
    properties?: Record<string, TSchema>
    items?: TSchema
    anyOf?: TSchema[]
    allOf?: TSchema[]
  }
  const fields = Object.entries(inside.properties ?? {})
  return [
    ...fields.flatMap(([name, field]) => [name, ...namesIn(field)]),
    ...[inside.items, ...(inside.anyOf ?? []), ...(inside.allOf ?? [])].flatMap(namesIn),
  ]
}

/** What looks like a secret, or like the number of a phone or an account. Wider than what is masked: the rest is named below. */
const looksSecret =
  /metadata|pass|secret|token|key|code|pin|sign|cookie|auth|otp|backup|credential|hash|^content$/
const looksLikeNumber = /phone|account|identifier|recipient|msisdn|iban/

/** Looked at one by one: names that look like a secret and tell none. */
const harmless = new Set([
  ...[
    'destination_code',
    'suggested_destination_code',
    'failure_code',
    'error_code',
    'verification_code',
    'tax_code',
    'api_key_id',
    'idempotency_key',
    'badly_signed',
  ],
  ...['key_id', 'authenticated_by'],
  ...[
    'secret_rotated_at',
    'old_secret_signs_until',
    'processor_fee_pass_through',
    'mapping',
    'hash',
    'content_hash',
  ],
  // What somebody says that a network is, when and who.
  ...['pinned', 'pinned_at', 'pinned_by'],
  // A name, and amounts.
  ...['bank_account_name', 'recipient_net_amount', 'passed_alone'],
  // Which one it is, and how strict a merchant is about all of them.
  ...['recipient_id', 'recipient_cooling_hours', 'recipients_only'],
  // How many there are, and when.
  ...['api_keys', 'last_signed_in_at'],
])

const canary = 'canary-A1b2C3d4E5'

type Shown = { operation: string; name: string; of: 'request' | 'reply' | 'query' | 'path' }

/** What is kept of a value under a name. */
const keptAs = {
  request: (name: string) => JSON.stringify(masked({ data: [{ [name]: canary }] }, 'request')),
  reply: (name: string) => JSON.stringify(masked({ data: [{ [name]: canary }] }, 'reply')),
  query: (name: string) => maskQuery(`page=1&${name}=${canary}`),
  path: (name: string, path: string) => maskPath(path.replace(`{${name}}`, canary)),
}

/** Fields of an operation that look as if they had to be masked, and are not. */
function shownOf({ id, path, body, query, reply }: Operation): Shown[] {
  const fields = [
    ...namesIn(body).map((name) => ({ name, of: 'request' as const })),
    ...namesIn(query).map((name) => ({ name, of: 'query' as const })),
    ...pathParamNames(path).map((name) => ({ name, of: 'path' as const })),
    ...namesIn(reply).map((name) => ({ name, of: 'reply' as const })),
  ]
  return fields
    .filter(({ name }) => (looksSecret.test(name) || looksLikeNumber.test(name)) && !harmless.has(name))
    .filter(({ name, of }) => keptAs[of](name, path).includes(canary))
    .map((field) => ({ operation: id, ...field }))
}

describe('of the whole interface', () => {
  test('no field that looks like a secret or a number of somebody is kept as it came', () => {
    assert.deepEqual(Object.values<Operation>(operations).flatMap(shownOf), [])
  })

  test('one that nobody thought of would be found', () => {
    const planted = {
      ...operations.createApiKey,
      reply: { properties: { recovery_passcode: {} } } as unknown as TSchema,
    }
    assert.deepEqual(
      shownOf(planted).map(({ name }) => name),
      ['recovery_passcode'],
    )
  })
})

describe('a body', () => {
  test('hides secrets whole, whatever they are made of and however they are spelt', () => {
    assert.deepEqual(
      masked({
        password: 'hunter2',
        New_Password: 'x',
        api_key: { id: 1, parts: ['a'] },
        tokens: [1, [2]],
        note: 'n',
      }),
      { password: '[hidden]', New_Password: '[hidden]', api_key: '[hidden]', tokens: '[hidden]', note: 'n' },
    )
    assert.ok(!maskBody('{"pass\\u0077ord":"hunter2","a":1}', 'request').text.includes('hunter2'))
    assert.deepEqual(masked({ rotate_secret: true, webhook_secret: null }), {
      rotate_secret: true,
      webhook_secret: null,
    })
    assert.deepEqual(masked({ secret_rotated_at: '2026-11-15' }), { secret_rotated_at: '2026-11-15' })
  })

  test('hides the code of a second factor, and shows that of a refusal', () => {
    assert.deepEqual(masked({ code: '123456' }), { code: '[hidden]' })
    const refusal = { success: false, error: { code: 'not_found' } }
    assert.deepEqual(masked(refusal, 'reply'), refusal)
  })

  test('leaves three digits of phones and accounts, as texts and as numbers', () => {
    assert.deepEqual(
      masked({ phone: '+255712345678', customer_phone: 255712345678, bank_account_number: '0150-AB-77' }),
      {
        phone: '+*********678',
        customer_phone: '*********678',
        bank_account_number: '****-*B-77',
      },
    )
    assert.deepEqual(masked({ message: 'A prompt is on its way to 255712345678.', amount: 255712345678 }), {
      message: 'A prompt is on its way to *********678.',
      amount: 255712345678,
    })
  })

  test('hides what was sent under another name than ours, because whoever guessed it is refused with it', () => {
    assert.deepEqual(
      masked({
        ...{ accountNumber: '0150998877', 'Account-Number': '0150998877', phone_number: 712345678 },
        ...{
          mobileNo: '712345678',
          card_number: '4111111111111111',
          phone: { number: '712345678', ext: [99999] },
        },
        ...{ walletPin: '4321', CVV: 987, accessKey: 'x', idempotencyKey: 'mine', mapping: 'shown' },
      }),
      {
        ...{ accountNumber: '*******877', 'Account-Number': '*******877', phone_number: '******678' },
        ...{ mobileNo: '******678', card_number: '*************111' },
        phone: { number: '******678', ext: ['**999'] },
        ...{ walletPin: '[hidden]', CVV: '[hidden]', accessKey: '[hidden]' },
        ...{ idempotencyKey: 'mine', mapping: 'shown' },
      },
    )
  })

  test('is read no further than it is kept, whatever it is made of', () => {
    const phones = '0712345678 '.repeat(20_000)
    for (const long of [{ note: phones }, { password: [phones, []] }, { password: Array(90_000).fill([]) }]) {
      const { text, isCut } = maskBody(JSON.stringify(long), 'request')
      assert.deepEqual([isCut, Buffer.byteLength(text) <= 16_384, text.includes('0712')], [true, true, false])
    }
    const began = performance.now()
    for (let time = 0; time < 20; time += 1) maskBody(JSON.stringify({ note: phones }), 'request')
    const [cut, whole] = [performance.now() - began, performance.now()]
    for (let time = 0; time < 20; time += 1) maskText(phones)
    assert.ok(cut < (performance.now() - whole) / 2, 'it costs less than to look through all of it')
  })

  test('hides keys, secrets and tokens of pages wherever they stand', () => {
    const [key, page] = [generateApiKey('live'), 'd0ae89771de23bd790fc65e73d524589']
    const text = maskBody(
      JSON.stringify({
        note: `use ${key} and whsec_MfKQ9r8GKYqrTwjU`,
        list: [{ url: `https://x.test/pay/${page}` }],
      }),
      'reply',
    ).text
    for (const secret of [key.slice(9), 'MfKQ9r8GKYqrTwjU', page]) assert.ok(!text.includes(secret), text)
  })

  test('is the same where there is nothing to hide', () => {
    const text = '{ "a": [1, -2.5e3, "x\\"y, {z}: [", null],\n"b": {"c": {}}, "d": [] }'
    assert.deepEqual(maskBody(text, 'request'), { text, isCut: false })
    for (const odd of ['5', '"x"', 'null', '[]']) assert.equal(maskBody(odd, 'request').text, odd)
  })

  test('is cut after 16 KiB, between characters, and wherever a secret stands then', () => {
    const { text, isCut } = maskBody(JSON.stringify({ note: 'ü'.repeat(20_000) }), 'request')
    assert.deepEqual([isCut, Buffer.byteLength(text) <= 16_384, text.endsWith('ü')], [true, true, true])
    assert.equal(maskBody(JSON.stringify({ note: 'x'.repeat(16_384 - 11) }), 'request').isCut, false)
    const key = generateApiKey('live')
    for (let before = 16_300; before < 16_400; before += 1) {
      const cut = maskBody(
        JSON.stringify({ note: `${'x'.repeat(before)} ${key}`, password: 'hunter2' }),
        'request',
      ).text
      assert.ok(!cut.includes(key.slice(9, 14)) && !cut.includes('hunter'), String(before))
    }
  })
})

test('a number keeps its last three digits, and one of three all', () => {
  assert.deepEqual(['0712 345 678', '123', '', 'AB-12'].map(maskNumber), ['**** *** 678', '123', '', '*B-12'])
})

test('in an address phones and tokens are hidden', () => {
  assert.equal(maskText('/v1/sandbox/subscribers/%2B255712345678'), '/v1/sandbox/subscribers/*********678')
  assert.equal(maskText('token=abc&a=1'), 'token=[hidden]&a=1')
})

test('in an address whatever has a name is hidden by it, however it is written', () => {
  const subscriber = (phone: string) => maskPath(`/v1/sandbox/subscribers/${phone}`).split('/').at(-1)
  assert.deepEqual(
    ['712345678', '00255712345678', '%2B0712345678', '%30712345678', '971501234567'].map(subscriber),
    ['******678', '***********678', '*******678', '*******678', '*********567'],
  )
  assert.equal(maskPath('/v1/public/collections/%61bc'), '/v1/public/collections/[hidden]')
  assert.equal(maskPath('/v1/invoices/0150998877/pdf'), '/v1/invoices/0150998877/pdf')
  assert.equal(
    maskQuery(
      'recipient=00255712345678&access_token=a&%70assword=b&accountNumber=0150998877&pin&q=%30712345678',
    ),
    'recipient=***********678&access_token=[hidden]&password=[hidden]&accountNumber=*******877&pin&q=*******678',
  )
})
