import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from './config.ts'
import { StartRefused } from './primitives/start-refused.ts'
import { crashPoints } from './world/world.ts'

function refusal(environment: Record<string, string>): string {
  try {
    readConfig(environment)
  } catch (error) {
    assert.ok(error instanceof StartRefused)
    assert.ok(!error.message.includes('\n'), 'one line')
    return error.message
  }
  return 'accepted'
}

test('nothing set is a development service on port 4000 with a database of its own', () => {
  const config = readConfig({})
  assert.equal(config.mode, 'development')
  assert.equal(config.baseUrl, 'http://localhost:4000')
  assert.equal(config.sandboxBaseUrl, 'http://localhost:4000/sandbox')
  assert.equal(config.databaseUrl, undefined)
  assert.deepEqual([config.limitsAreOn, config.demoIsOn, config.signUpIsOpen], [true, true, true])
  assert.deepEqual([config.role, config.liveProvider, config.crashAt], ['all', 'simulated', undefined])
  assert.equal(config.qrLivesForMs, 15 * 60_000)
  assert.deepEqual([config.alertAfterMs, config.booksCheckedEveryMs], [2 * 3_600_000, 3_600_000])
  const told = readConfig({ ALERT_AFTER_HOURS: '720', BOOKS_CHECK_MINUTES: '1' })
  assert.deepEqual([told.alertAfterMs, told.booksCheckedEveryMs], [2_592_000_000, 60_000])
  // As much as an amount can be: one Super Admin is enough for every withdrawal.
  assert.equal(config.approveTwiceAbove, 999_999_999_999_999n)
})

test('above which amount two must approve is told in shillings, and counted in cents', () => {
  const amounts = ['0', '0.01', '5000000', '5000000.5', '9999999999999.99']
  assert.deepEqual(
    amounts.map((APPROVE_TWICE_ABOVE) => readConfig({ APPROVE_TWICE_ABOVE }).approveTwiceAbove),
    [0n, 1n, 500_000_000n, 500_000_050n, 999_999_999_999_999n],
  )
})

test('inner addresses that endpoints may have are listed with commas, and none are by default', () => {
  const allowed = (WEBHOOK_ALLOW: string) => readConfig({ WEBHOOK_ALLOW }).webhookAllow
  assert.deepEqual(readConfig({}).webhookAllow, [])
  assert.deepEqual(allowed('10.1.0.0/16'), ['10.1.0.0/16'])
  assert.deepEqual(allowed(' 192.168.5.7, fd00::/8 ,::1,'), ['192.168.5.7', 'fd00::/8', '::1'])
  assert.deepEqual(allowed(' , '), [])
})

test('a process can be told its part, its provider, the life of a code and where to die', () => {
  const roles = ['api', 'worker', 'all'].map((ROLE) => readConfig({ ROLE }).role)
  assert.deepEqual(roles, ['api', 'worker', 'all'])
  const providers = ['simulated', 'none'].map((LIVE_PROVIDER) => readConfig({ LIVE_PROVIDER }).liveProvider)
  assert.deepEqual(providers, ['simulated', 'none'])
  const minutes = ['1', '1440'].map((QR_MINUTES) => readConfig({ QR_MINUTES }).qrLivesForMs)
  assert.deepEqual(minutes, [60_000, 86_400_000])
  for (const point of crashPoints) assert.equal(readConfig({ CRASH_AT: point }).crashAt, point)
})

test('a setting that is empty is one that is not set', () => {
  const empty = {
    ROLE: '',
    LIVE_PROVIDER: '',
    QR_MINUTES: '',
    PAGE_HOURS: '',
    ALERT_AFTER_HOURS: '',
    CRASH_AT: '',
    APPROVE_TWICE_ABOVE: '',
    WEBHOOK_ALLOW: '',
    SMS_GATEWAY: '',
    CLICKPESA_BASE_URL: '',
    CLICKPESA_CLIENT_ID: '',
    CLICKPESA_API_KEY: '',
    CLICKPESA_CHECKSUM_KEY: '',
    CLICKPESA_CHECKSUM_VERSION: '',
    SELCOM_BASE_URL: '',
    SELCOM_API_KEY: '',
    GATEWAY_PORT: '',
  }
  assert.deepEqual(readConfig(empty), readConfig({}))
})

const clickpesa = {
  CLICKPESA_CLIENT_ID: 'ID1',
  CLICKPESA_API_KEY: 'secret@x',
  CLICKPESA_CHECKSUM_KEY: 'CHK1',
}

test('an account with ClickPesa is theirs to choose, at their live address and by the current checksum', () => {
  assert.equal(readConfig({ GATEWAY_PORT: 'off' }).providers.clickpesa, null)
  const { liveProvider, providers } = readConfig({ ...clickpesa, LIVE_PROVIDER: 'clickpesa' })
  assert.equal(liveProvider, 'clickpesa')
  const account = { clientId: 'ID1', apiKey: 'secret@x', checksumKey: 'CHK1' }
  const live = { ...account, url: 'https://api.clickpesa.com/third-parties', checksumVersion: 'current' }
  assert.deepEqual(providers.clickpesa, live)
  const other = { CLICKPESA_BASE_URL: 'http://127.0.0.1:4010/x/', CLICKPESA_CHECKSUM_VERSION: 'older' }
  const { url, checksumVersion } = readConfig({ ...clickpesa, ...other }).providers.clickpesa ?? {}
  assert.deepEqual([url, checksumVersion], ['http://127.0.0.1:4010/x', 'older'])
})

const selcom = {
  SELCOM_API_KEY: 'key',
  SELCOM_API_SECRET: 'secret@x',
  SELCOM_VENDOR: 'TILL1',
  SELCOM_FLOAT_ACCOUNT: 'FLOAT1',
  SELCOM_FLOAT_PIN: '1234',
  SELCOM_SENDER_NAME: 'Duka la Asha',
  SELCOM_SENDER_PHONE: '255754000001',
}

test('an account with Selcom is at its live address, unless another one is told', () => {
  assert.equal(readConfig({ GATEWAY_PORT: 'off' }).providers.selcom, null)
  const { liveProvider, providers } = readConfig({
    ...selcom,
    LIVE_PROVIDER: 'selcom',
    BASE_URL: 'https://pay.duka.example',
  })
  assert.equal(liveProvider, 'selcom')
  const account = {
    apiKey: 'key',
    apiSecret: 'secret@x',
    vendor: 'TILL1',
    floatAccount: 'FLOAT1',
    floatPin: '1234',
    senderName: 'Duka la Asha',
    senderPhone: '255754000001',
  }
  assert.deepEqual(providers.selcom, {
    ...account,
    baseUrl: 'https://apigw.selcommobile.com/v1',
    buyerEmail: 'payments@pay.duka.example',
  })
  const others = {
    SELCOM_BASE_URL: 'http://127.0.0.1:4011',
    SELCOM_BUYER_EMAIL: 'a@b.example',
  }
  assert.deepEqual(readConfig({ ...selcom, ...others }).providers.selcom, {
    ...account,
    baseUrl: 'http://127.0.0.1:4011',
    buyerEmail: 'a@b.example',
  })
})

test('each malformed setting is named in one line, without what it would give away', () => {
  const sms = {
    SMS_GATEWAY: 'africas_talking',
    AFRICAS_TALKING_USERNAME: 'duka',
    AFRICAS_TALKING_API_KEY: 'key',
  }
  const malformed: [Record<string, string>, string][] = [
    [{ PORT: 'http' }, 'PORT is "http", but must be a whole number from 0 to 65535.'],
    [{ PORT: '70000' }, 'PORT is "70000"'],
    [{ RATE_LIMIT: 'maybe' }, 'RATE_LIMIT is "maybe", but must be one of on, off.'],
    [{ DEMO: '1' }, 'DEMO is "1"'],
    [{ NODE_ENV: 'prod' }, 'NODE_ENV is "prod"'],
    [{ BASE_URL: 'localhost' }, 'BASE_URL is "localhost", but must be an http or https address'],
    [{ BASE_URL: 'https://pay.example.com/?a=1' }, 'BASE_URL is'],
    [{ SANDBOX_BASE_URL: 'ftp://x' }, 'SANDBOX_BASE_URL is'],
    [{ DATABASE_URL: 'mysql://secret@x' }, 'DATABASE_URL must be an address like postgres://'],
    [{ DATABASE_POOL_SIZE: '1' }, 'DATABASE_POOL_SIZE is "1"'],
    [{ DATABASE_LISTS_POOL_SIZE: '0' }, 'DATABASE_LISTS_POOL_SIZE is "0"'],
    [{ DATABASE_WORK_POOL_SIZE: '1' }, 'DATABASE_WORK_POOL_SIZE is "1"'],
    [{ SMTP_URL: 'http://secret@x' }, 'SMTP_URL must be an address like smtps://'],
    [{ SMS_GATEWAY: 'beem' }, 'SMS_GATEWAY is "beem", but must be one of none, africas_talking.'],
    [
      { SMS_GATEWAY: 'africas_talking', AFRICAS_TALKING_USERNAME: 'duka' },
      'SMS_GATEWAY=africas_talking needs',
    ],
    [{ ...sms, AFRICAS_TALKING_API_KEY: 'secret secret' }, 'AFRICAS_TALKING_API_KEY must be one word'],
    [{ ...sms, AFRICAS_TALKING_URL: 'http://sms.example' }, 'AFRICAS_TALKING_URL is "http://sms.example"'],
    ...Object.keys(clickpesa).map((name): [Record<string, string>, string] => [
      { ...clickpesa, [name]: '' },
      `ClickPesa needs ${name}.`,
    ]),
    [{ CLICKPESA_BASE_URL: 'https://api.clickpesa.com' }, 'ClickPesa needs CLICKPESA_CLIENT_ID.'],
    [{ ...clickpesa, CLICKPESA_API_KEY: 'secret@x y' }, 'CLICKPESA_API_KEY must be one word'],
    [{ ...clickpesa, CLICKPESA_CHECKSUM_KEY: 'secret@x\n' }, 'CLICKPESA_CHECKSUM_KEY must be one word'],
    [
      { ...clickpesa, CLICKPESA_BASE_URL: 'http://pay.example' },
      'CLICKPESA_BASE_URL is "http://pay.example"',
    ],
    [
      { ...clickpesa, CLICKPESA_CHECKSUM_VERSION: 'newest' },
      'CLICKPESA_CHECKSUM_VERSION is "newest", but must be one of current, older.',
    ],
    ...Object.keys(selcom).map((name): [Record<string, string>, string] => [
      { ...selcom, [name]: '' },
      `Selcom needs ${name}.`,
    ]),
    [{ SELCOM_BUYER_EMAIL: 'a@b.example' }, 'Selcom needs SELCOM_API_KEY.'],
    [{ ...selcom, SELCOM_API_SECRET: '', SELCOM_PRIVATE_KEY: 'secret@x' }, 'SELCOM_PRIVATE_KEY is neither'],
    [{ ...selcom, SELCOM_FLOAT_PIN: 'secret@x y' }, 'SELCOM_FLOAT_PIN must be one word'],
    [{ ...selcom, SELCOM_SENDER_PHONE: '0754000001' }, 'SELCOM_SENDER_PHONE must be a phone like'],
    [{ ...selcom, SELCOM_SENDER_NAME: 'Dukā' }, 'SELCOM_SENDER_NAME must be 1 to 50 plain characters.'],
    [{ ...selcom, SELCOM_BASE_URL: 'http://pay.example' }, 'SELCOM_BASE_URL is "http://pay.example"'],
    [{ ...selcom, SELCOM_BUYER_EMAIL: 'nobody' }, 'SELCOM_BUYER_EMAIL is "nobody"'],
    [{ MALIPO_SECRET: 'secret' }, 'MALIPO_SECRET must have at least 32 characters.'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL is "loud", but must be one of fatal'],
    [{ SIGN_UP: 'no' }, 'SIGN_UP is "no"'],
    [{ TRUSTED_PROXIES: '-1' }, 'TRUSTED_PROXIES is "-1"'],
    [{ ROLE: 'both' }, 'ROLE is "both", but must be one of api, worker, all.'],
    [{ ROLE: 'API' }, 'ROLE is "API"'],
    [
      { LIVE_PROVIDER: 'on' },
      'LIVE_PROVIDER is "on", but must be one of simulated, clickpesa, selcom, none.',
    ],
    [{ QR_MINUTES: '0' }, 'QR_MINUTES is "0", but must be a whole number from 1 to 1440.'],
    [{ ALERT_AFTER_HOURS: '0' }, 'ALERT_AFTER_HOURS is "0", but must be a whole number from 1 to 720.'],
    [{ BOOKS_CHECK_MINUTES: '10081' }, 'BOOKS_CHECK_MINUTES is "10081", but must be a whole number from 1'],
    [{ QR_MINUTES: '1441' }, 'QR_MINUTES is "1441"'],
    [{ QR_MINUTES: '1.5' }, 'QR_MINUTES is "1.5"'],
    [{ QR_MINUTES: '-15' }, 'QR_MINUTES is "-15"'],
    [{ QR_MINUTES: '15m' }, 'QR_MINUTES is "15m"'],
    [
      { APPROVE_TWICE_ABOVE: 'lots' },
      'APPROVE_TWICE_ABOVE is "lots", but must be an amount like 5000000.00.',
    ],
    ...['-1', '5,000,000', '5e6', '1.005', '+5', ' 5', '10000000000000', 'TZS 5', '007', '5.', '.5'].map(
      (value): [Record<string, string>, string] => [
        { APPROVE_TWICE_ABOVE: value },
        `APPROVE_TWICE_ABOVE is "${value}"`,
      ],
    ),
    [{ APPROVE_TWICE_ABOVE: '5\n6' }, 'APPROVE_TWICE_ABOVE is "5\\n6"'],
    [
      { WEBHOOK_ALLOW: 'intranet' },
      'WEBHOOK_ALLOW is "intranet", but must be addresses or ranges separated by commas, like 10.1.0.0/16,',
    ],
    ...[
      '10.1.0.0/33',
      '10.1.0.0/',
      '10.1.0/16',
      '10.1.0.0/-1',
      '10.1.0.0-10.1.0.9',
      '10.1.0.0 10.2.0.0',
      '10.1.0.0/16;10.2.0.0/16',
      '10.1.0.0/16,intranet',
      'http://10.1.0.1',
      '10.1.0.1:8080',
      '[::1]',
      'fd00::/129',
      '0x0a010001',
      '010.1.0.1',
      '*',
      'all',
    ].map((value): [Record<string, string>, string] => [
      { WEBHOOK_ALLOW: value },
      `WEBHOOK_ALLOW is "${value}"`,
    ]),
    [{ WEBHOOK_ALLOW: '10.1.0.1\nHOST=x' }, 'WEBHOOK_ALLOW is "10.1.0.1\\nHOST=x"'],
    [{ CRASH_AT: 'noon' }, 'CRASH_AT is "noon", but must be one of collection.requested, '],
    [{ CRASH_AT: 'on\nnoon' }, 'CRASH_AT is "on\\nnoon"'],
  ]
  for (const [environment, expected] of malformed) {
    const said = refusal(environment)
    assert.ok(said.startsWith(expected), said)
    assert.ok(!said.includes('secret@x'), said)
  }
})

const complete = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://malipo@127.0.0.1:1/malipo',
  MALIPO_SECRET: 'x'.repeat(32),
  BASE_URL: 'https://pay.example.com',
}

test('production has nobody to carry live payments until it is told who', () => {
  assert.equal(readConfig(complete).liveProvider, 'none')
  assert.equal(readConfig({ ...complete, LIVE_PROVIDER: 'simulated' }).liveProvider, 'simulated')
})

test('production allows no inner address for endpoints but those it is told', () => {
  assert.deepEqual(readConfig(complete).webhookAllow, [])
  assert.deepEqual(readConfig({ ...complete, WEBHOOK_ALLOW: '10.1.0.0/16' }).webhookAllow, ['10.1.0.0/16'])
})

test('production refuses to start without its secrets, with a demo, without limits, or in the clear', () => {
  const wrong: [Record<string, string>, RegExp][] = [
    [{}, /^accepted$/],
    [
      { DATABASE_URL: '', MALIPO_SECRET: '', BASE_URL: '' },
      /^Production needs DATABASE_URL, MALIPO_SECRET .*, BASE_URL/,
    ],
    [{ RATE_LIMIT: 'off' }, /^RATE_LIMIT=off/],
    [{ DEMO: 'on' }, /^DEMO=on/],
    ...crashPoints.map((point): [Record<string, string>, RegExp] => [
      { CRASH_AT: point },
      /^CRASH_AT is for tests, not for production\.$/,
    ]),
    [{ BASE_URL: 'http://pay.example.com' }, /must be https/],
    [
      { LIVE_PROVIDER: 'selcom' },
      /^LIVE_PROVIDER=selcom needs the settings that docs.providers.selcom\.md names/,
    ],
    [{ LIVE_PROVIDER: 'selcom', ...selcom }, /^accepted$/],
  ]
  for (const [change, expected] of wrong) assert.match(refusal({ ...complete, ...change }), expected)
})
