import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assembleCast, type Cast } from '../permissions/cast.ts'
import { blockedWithdrawal, pendingWithdrawal, questionedWithdrawal } from '../permissions/payouts.ts'
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

type Decision = {
  what: string
  as: 'owner' | 'super_admin'
  method: 'POST' | 'PATCH' | 'PUT'
  path: () => Promise<string>
  good: Record<string, unknown>
  bad: BadCase[]
}

function textsOf(field: string, most: number, isRequired: boolean): BadCase[] {
  const values = ['', 'a'.repeat(most + 1), 7, [], {}, true, ...(isRequired ? [undefined, null] : [])]
  return [...values.map((value) => ofField(field, value)), ...unstorableTexts([field])]
}

const each = (field: string, values: unknown[]) => values.map((value) => ofField(field, value))

const decidedOn = (id: () => Promise<string>, rest: string) => async () =>
  `/v1/admin/withdrawals/${await id()}/${rest}`
const pending = () => pendingWithdrawal({ service, cast })
const blocked = () => blockedWithdrawal({ service, cast })
const byAdmin = { as: 'super_admin', method: 'POST', good: { note: 'Looked at.' } } as const

const tierCases: BadCase[] = [
  ['processor_tiers', []],
  ['processor_tiers', 'none'],
  ['processor_tiers.0.up_to', [{ up_to: 1000, charge: '5' }]],
  ['processor_tiers.0.up_to', [{ up_to: '0', charge: '5' }]],
  ['processor_tiers.0.charge', [{ up_to: '1000', charge: '-5' }]],
  ['processor_tiers.0.charge', [{ up_to: '1000' }]],
  ['processor_tiers.0.colour', [{ up_to: null, charge: '5', colour: 'blue' }]],
].map(([field, value]) => ({
  what: `processor_tiers ${JSON.stringify(value)}`,
  // Where null would do as well, the list itself is named beside what is wrong inside.
  told: `422 validation_error processor_tiers${field === 'processor_tiers' ? '' : ` ${field}`}`,
  change: { processor_tiers: value },
}))

const badPercentages = [
  '',
  '-1',
  '100.0001',
  '101',
  '1.23456',
  '1e1',
  '1,5',
  ' 1',
  '1%',
  '.5',
  '5.',
  1.5,
  null,
]
const badFees = ['', '-1', '1.005', '10000000000000', '01', '1e3', '+5', ' 5', 5, {}]

const decisions: Decision[] = [
  { ...byAdmin, what: 'approve', path: decidedOn(pending, 'approve'), bad: textsOf('note', 1000, false) },
  { ...byAdmin, what: 'reject', path: decidedOn(pending, 'reject'), bad: textsOf('note', 1000, true) },
  {
    ...byAdmin,
    what: 'request-info',
    path: decidedOn(pending, 'request-info'),
    bad: textsOf('note', 1000, true),
  },
  { ...byAdmin, what: 'retry', path: decidedOn(blocked, 'retry'), bad: textsOf('note', 1000, false) },
  {
    ...byAdmin,
    what: 'resolve',
    path: decidedOn(blocked, 'resolve'),
    good: { outcome: 'FAILED', note: 'They never had it.' },
    bad: [
      ...textsOf('note', 1000, true),
      ...each('outcome', ['', 'success', 'REVERSED', 'PROCESSING', 7, null, ['FAILED'], undefined]),
    ],
  },
  {
    what: 'an answer to what was asked',
    as: 'owner',
    method: 'POST',
    path: async () => `/v1/merchant/withdrawals/${(await questionedWithdrawal({ service, cast })).id}/info`,
    good: { message: 'It is the rent.' },
    bad: textsOf('message', 2000, true),
  },
  {
    what: 'a mark on a notification',
    as: 'owner',
    method: 'PATCH',
    path: async () =>
      `/v1/merchant/notifications/${(await questionedWithdrawal({ service, cast })).notificationId}`,
    good: { read: true },
    bad: each('read', ['true', 1, null, [], undefined]),
  },
  {
    what: 'a price',
    as: 'super_admin',
    method: 'PUT',
    path: async () => `/v1/admin/merchants/${cast.merchantId}/pricing-rules/BANK_ACCOUNT`,
    good: { label: 'Negotiated', percentage: '1.5' },
    bad: [
      ...textsOf('label', 120, true),
      ...each('percentage', [...badPercentages, undefined]),
      ...each('flat_fee', badFees),
      ...each('processor_charge', badFees),
      ...each('processor_fee_pass_through', ['true', 1]),
      ...each('effective_from', ['tomorrow', '2026-13-01T00:00:00Z', 7]),
      ...tierCases,
    ],
  },
]

for (const { what, as, method, path, good, bad } of decisions) {
  describe(what, () => {
    test('what is not right in it is refused by its name, and nothing is decided', async () => {
      const [to, who] = [await path(), cast.credentials[as] satisfies Sent]
      const cases = [...bad, ofField('status', 'SUCCESS'), ofField('amount', '5')]
      await assertNoneTaken({ service }, cases, (one) => {
        const body = { ...good, ...one.change }
        return service.call(to, { ...who, method, raw: String(one.write?.(body) ?? JSON.stringify(body)) })
      })
      const taken = await service.call(to, { ...who, method, body: good })
      assert.equal(taken.status, 200, `what all of them were made of is taken: ${JSON.stringify(taken.body)}`)
    })
  })
}

test('a price for a channel that does not exist is set nowhere', async () => {
  const cases = ['MOBILE-MONEY', 'CASH', '__proto__', '%00'].map((channel) => ({
    what: channel,
    told: '404 not_found',
  }))
  await assertNoneTaken({ service }, cases, ({ what }) =>
    service.call(`/v1/admin/merchants/${cast.merchantId}/pricing-rules/${what}`, {
      ...cast.credentials.super_admin,
      method: 'PUT',
      body: { label: 'Negotiated', percentage: '1.5' },
    }),
  )
})
