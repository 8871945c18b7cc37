import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assembleCast, type Cast } from '../permissions/cast.ts'
import { type Sent, type Service, startService } from '../service.ts'
import { assertNoneTaken, type BadCase } from './bad-input/bad-case.ts'
import { ofField, unstorableTexts } from './bad-input/fields.ts'

let service: Service
let cast: Cast
before(async () => {
  // Without chores: whatever changes was then changed by the requests.
  service = await startService({ environment: { ROLE: 'api' } })
  cast = await assembleCast(service)
})
after(() => service.stop())

type Order = {
  what: string
  as: 'owner' | 'super_admin'
  method: 'POST' | 'PATCH'
  path: () => Promise<string>
  good: Record<string, unknown>
  answers: number
  bad: BadCase[]
}

const each = (field: string, values: unknown[]) => values.map((value) => ofField(field, value))
const pdf = Buffer.from('%PDF-1.7\n% a certificate\n').toString('base64')
const noPaper = ['', 'abc', 'not base64!', `${pdf}\n`, pdf.replace(/=+$/, ''), 'PGh0bWw+', 7, null, [], {}]

/** A colleague who has joined, and one who has not. */
async function colleague(status: 'active' | 'invited'): Promise<string> {
  const at = `/v1/merchants/${cast.merchantId}/members`
  const who = { cookie: cast.ownerCookie }
  const body = { email: 'guest@cast.test', role: 'viewer' }
  if (status === 'invited') await service.call(at, { ...who, body })
  const listed = await service.call(`${at}?page_size=100`, who)
  const members = listed.body.data.items as { id: string; status: string; role: string }[]
  const found = members.find((one) => one.status === status && one.role !== 'owner')
  return `${at}/${found?.id ?? assert.fail(`nobody is ${status}`)}`
}

async function alert(): Promise<string> {
  const { sql, newId, clock } = service.world
  const [id, now] = [newId(), clock.now()]
  await sql`
    insert into alerts (id, kind, subject, title, text, count, since, last_at, raised_at)
    values (${id}, 'float_low', 'selcom', 'Low', 'Low.', 1, ${now}, ${now}, ${now})`
  return `/v1/admin/alerts/${id}`
}

const noRoles = ['', 'Owner', 'OWNER', 'root', 'super_admin', 'owner ', 7, null, ['viewer'], {}, undefined]
const noDays = ['', '2026-13-01', '2026-02-30', '15-11-2026', 'today', '2026-11-15T00:00:00Z', 20261115, null]
const whatIf = { channel: 'COLLECTION', percentage: '2', from: '2026-11-01', to: '2026-11-30' }

const orders: Order[] = [
  {
    what: 'a document',
    as: 'owner',
    method: 'POST',
    path: async () => `/v1/merchants/${cast.merchantId}/documents`,
    good: { kind: 'other', file_name: 'paper.pdf', content: pdf },
    answers: 201,
    bad: [
      ...each('kind', ['', 'passport', 'OTHER', 7, null, undefined]),
      ...each('file_name', ['', 'a'.repeat(201), 7, null, {}, undefined]),
      ...unstorableTexts(['file_name']),
      ...each('content', [...noPaper, undefined]),
      ...each('content_type', ['application/pdf']),
    ],
  },
  ...(['active', 'invited'] as const).map(
    (status): Order => ({
      what: `the role of somebody who is ${status}`,
      as: 'owner',
      method: 'PATCH',
      path: () => colleague(status),
      good: { role: 'cashier' },
      // Whoever has not joined is invited again instead.
      answers: status === 'active' ? 200 : 409,
      bad: [...each('role', noRoles), ...each('email', ['other@cast.test'])],
    }),
  ),
  {
    what: 'what somebody is called',
    as: 'owner',
    method: 'PATCH',
    path: async () => '/v1/me',
    good: { name: 'Asha Mrema', language: 'sw' },
    answers: 200,
    bad: [
      ...each('name', ['', 'a'.repeat(121), 7, []]),
      ...unstorableTexts(['name']),
      ...each('language', ['', 'fr', 'SW', 'sw-TZ', 7, []]),
      ...each('email', ['other@cast.test']),
      ...each('is_super_admin', [true]),
    ],
  },
  {
    what: 'a mark on an alert',
    as: 'super_admin',
    method: 'PATCH',
    path: alert,
    good: { read: true },
    answers: 200,
    bad: [...each('read', ['true', 1, null, [], undefined]), ...each('resolved_at', [null])],
  },
  {
    what: 'a price that is tried',
    as: 'super_admin',
    method: 'POST',
    path: async () => '/v1/admin/pricing-rules/what-if',
    good: whatIf,
    answers: 200,
    bad: [
      ...each('channel', ['', 'CASH', 'collection', 7, null, undefined]),
      ...each('merchant_id', ['', 'no-id', 7, []]),
      ...each('currency', ['', 'tzs', 'TZSS', 834]),
      ...each('from', [...noDays, '2026-12-01', '2026-01-01', undefined]),
      ...each('to', [...noDays, undefined]),
      ...each('percentage', ['', '-1', '100.0001', '1e1', '1%', 1.5, null]),
      ...each('flat_fee', ['', '-1', '1.005', '01', 5]),
      ...each('processor_tiers', [[], 'none']),
      ...each('effective_from', ['2026-11-15T00:00:00Z']),
    ],
  },
]

for (const { what, as, method, path, good, answers, bad } of orders) {
  describe(what, () => {
    test('what is not right in it is refused by its name, and nothing is changed', async () => {
      const [to, who] = [await path(), cast.credentials[as] satisfies Sent]
      const cases = [...bad, ofField('colour', 'blue')]
      await assertNoneTaken({ service }, cases, (one) => {
        const body = { ...good, ...one.change }
        return service.call(to, { ...who, method, raw: String(one.write?.(body) ?? JSON.stringify(body)) })
      })
      const taken = await service.call(to, { ...who, method, body: good })
      assert.equal(taken.status, answers, `what all of them were made of: ${JSON.stringify(taken.body)}`)
    })
  })
}

const pages = ['page=0', 'page=x', 'page_size=101', 'page_size=', 'cursor=abc', 'colour=blue', '__proto__=1']
const alone = ['page=1', 'colour=blue', '__proto__=1']
const days = ['', '2026-13-01', '2026-02-30', 'today', '0000-01-01', '10000-01-01', '2026-11-15T00:00:00Z']

const queries: [string, 'owner' | 'super_admin', string[]][] = [
  [
    '/v1/merchant/summary',
    'owner',
    [
      ...alone,
      ...days.flatMap((day) => [`from=${day}`, `to=${day}`]),
      ...[
        'from=2026-11-16&to=2026-11-15',
        'from=2025-01-01&to=2026-11-15',
        'from=2026-11-01&from=2026-11-02',
      ],
      ...['currency=', 'currency=tzs', 'currency=TZSS', 'environment=live', 'merchant_id=no-id'],
    ],
  ],
  [
    '/v1/merchant/search',
    'owner',
    [
      '',
      'q=',
      'q=ab',
      `q=${'a'.repeat(101)}`,
      'q=abc&q=abd',
      'q=%00%00%00',
      'q=abc&page=1',
      'q=abc&kind=invoice',
    ],
  ],
  [
    '/v1/merchant/till',
    'owner',
    [
      ...alone,
      'user_id=',
      'user_id=no-id',
      'user_id=me',
      'reference=',
      `reference=${'a'.repeat(101)}`,
      'day=today',
    ],
  ],
  ['/v1/auth/sessions', 'owner', [...pages, 'user_id=no-id']],
  ['/v1/admin/alerts', 'super_admin', [...pages, 'status=', 'status=OPEN', 'status=read', 'kind=float_low']],
  ['/v1/admin/operators', 'super_admin', [...pages, 'search=asha']],
  ['/v1/admin/queue', 'super_admin', alone],
  ['/v1/admin/books', 'super_admin', alone],
]

for (const [path, as, wrong] of queries) {
  test(`GET ${path}: a parameter that does not exist, or a value it cannot have, is refused by its name`, async () => {
    const cases = wrong.map((what) => ({ what, told: `422 validation_error ${fieldOf(what)}` }))
    await assertNoneTaken({ service }, cases, ({ what }) =>
      service.call(`${path}?${what}`, cast.credentials[as]),
    )
  })
}

/** The last that is named is the one that is wrong, but for days, of which the first is told to come sooner. */
function fieldOf(query: string): string {
  if (query === '') return 'q'
  const names = query.split('&').map((part) => part.split('=', 1)[0] ?? '')
  return names.includes('from') ? 'from' : (names.at(-1) ?? '')
}

test('what takes no body and no parameter takes none', async () => {
  const paths: [string, 'owner' | 'super_admin'][] = [
    ['/v1/auth/revoke-other-sessions', 'owner'],
    ['/v1/admin/books/check', 'super_admin'],
  ]
  for (const [path, as] of paths) {
    const cases = ['all=true', '__proto__=1'].map((what) => ({
      what,
      told: `422 validation_error ${what.split('=')[0]}`,
    }))
    await assertNoneTaken({ service }, cases, ({ what }) =>
      service.call(`${path}?${what}`, { ...cast.credentials[as], method: 'POST' }),
    )
  }
})
