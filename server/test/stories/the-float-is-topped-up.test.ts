import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { checkBooks, examine } from '../../src/operator/operator.ts'
import type { Sent } from '../service.ts'
import { succeeded } from './money/own-provider.ts'
import { dataOf, type Fields } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { openPayoutStage, type PayoutStage } from './payouts/stage.ts'

let stage: PayoutStage
before(async () => {
  stage = await openPayoutStage()
})
after(() => stage.close())

const path = '/v1/admin/float-top-ups'
const transfer = () => ({
  provider: 'own',
  amount: '50000',
  reference: `FT ${randomUUID()}`,
  paid_on: '2026-01-31',
})

const record = (body: Fields, headers: Sent['headers'] = {}) =>
  stage.desk.call(path, 'live', { body, headers })
const reverse = (id: unknown, note = 'It was another amount.') =>
  stage.desk.call(`${path}/${id}/reverse`, 'live', { body: { note } })
const listed = async (query = '') => dataOf(await stage.desk.call(`${path}${query}`)).items as Fields[]

async function doctorsFloat(): Promise<string> {
  const { config, world } = stage.service.parts
  const found = (await examine(config, world, 'a test')).find(({ check }) => check === 'float')
  return `${found?.state}: ${found?.details}`
}

test('what was sent to a provider is recorded once, listed, audited, and in the books of no merchant', async () => {
  const till = await stage.openTill()
  const before = await till.balance('live')
  const sent = { ...transfer(), note: 'For the weekend.' }
  const answer = await record(sent)
  assert.equal(inShort(answer), '200')
  const { id, created_at: _at, ...shown } = answer.body.data
  assert.deepEqual(shown, {
    ...{ ...sent, amount: '50000.00', currency: 'TZS', recorded_by: stage.desk.adminId },
    ...{ reverses: null, reversed_at: null },
  })
  assert.deepEqual(await listed(`?reference=${encodeURIComponent(sent.reference)}&provider=own`), [
    answer.body.data,
  ])
  assert.deepEqual(await listed('?provider=nobody'), [])
  const inSandbox = await stage.desk.call(path, 'sandbox')
  assert.deepEqual([inSandbox.body.data.items, inSandbox.body.data.total], [[], 0])
  assert.deepEqual(await stage.desk.audited(id), [
    { action: 'float_top_up.recorded', actor_id: stage.desk.adminId },
  ])
  assert.deepEqual(await till.balance('live'), before)
})

test('a repeat is the same record, and the same transfer under another key is told which one it is', async () => {
  const sent = transfer()
  const headers = { 'idempotency-key': randomUUID() }
  const [first, again] = [await record(sent, headers), await record(sent, headers)]
  assert.deepEqual(again.body, first.body)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  const twice = await record({ ...sent, amount: '1', reference: ` ${sent.reference} ` })
  assert.deepEqual(
    [inShort(twice), twice.body.error.details],
    ['409 invalid_state', { top_up_id: first.body.data.id }],
  )
  const atOnce = transfer()
  const answers = await Promise.all(Array.from({ length: 5 }, () => record(atOnce)))
  assert.deepEqual(answers.map(inShort).sort(), ['200', ...Array(4).fill('409 invalid_state')])
})

test('a wrong record stays, is taken back once by a contrary one, and may be made anew as it should have been', async () => {
  const sent = transfer()
  const { id } = dataOf(await record({ ...sent, amount: '500000' }))
  const back = await reverse(id)
  assert.deepEqual(
    [inShort(back), back.body.data.reverses, back.body.data.amount, back.body.data.note],
    ['200', id, '500000.00', 'It was another amount.'],
  )
  assert.equal(inShort(await reverse(id)), '409 invalid_state')
  assert.equal(inShort(await reverse(back.body.data.id)), '409 invalid_state', 'nor is the contrary one')
  assert.equal(inShort(await reverse(randomUUID())), '404 not_found')
  const elsewhere = { body: { note: 'In the wrong place.' } }
  assert.equal(inShort(await stage.desk.call(`${path}/${id}/reverse`, 'sandbox', elsewhere)), '404 not_found')
  assert.equal(inShort(await record(sent)), '200')
  const of = await listed(`?reference=${encodeURIComponent(sent.reference)}`)
  assert.deepEqual(
    of.map(({ amount, reverses, reversed_at: at }) => [amount, reverses, at !== null]),
    [
      ['50000.00', null, false],
      ['500000.00', id, false],
      ['500000.00', null, true],
    ],
  )
  const { sql } = stage.service.world
  for (const change of ['set amount = 1', `set reference = 'another'`, 'set reverses = null'])
    await assert.rejects(sql.unsafe(`update float_top_ups ${change}`), /append-only/)
  await assert.rejects(sql.unsafe('delete from float_top_ups'), /append-only/)
})

test('what no payout could be made from is refused, and leaves nothing behind', async () => {
  const count = async () => dataOf(await stage.desk.call(path)).total
  const before = await count()
  const fields = async (body: Fields) =>
    ((await record(body)).body.error?.details as { field: string }[]).map(({ field }) => field)
  assert.deepEqual(
    await fields({ ...transfer(), provider: 'sandbox' }),
    ['provider'],
    'of the other environment',
  )
  assert.deepEqual(await fields({ ...transfer(), provider: 'nobody' }), ['provider'])
  assert.deepEqual(await fields({ ...transfer(), paid_on: '2099-01-01' }), ['paid_on'])
  assert.deepEqual(await fields({ ...transfer(), paid_on: '2026-02-30' }), ['paid_on'])
  assert.deepEqual(await fields({ ...transfer(), amount: '0' }), ['amount'])
  assert.deepEqual(await fields({ ...transfer(), reference: ' ' }), ['reference'])
  assert.equal(inShort(await record({ ...transfer(), currency: 'USD' })), '422 unsupported_currency')
  const whole = { ...transfer(), amount: '9999999999999.99' }
  assert.equal(inShort(await record(whole)), '422 amount_not_supported', 'no balance holds so much')
  assert.equal(await count(), before)
})

test('doctor and metrics tell the float as the books have it, and the books find out when it drifts', async () => {
  const till = await stage.openTill()
  const floatOf = async () => Number(/own TZS (-?[0-9.]+)/.exec(await doctorsFloat())?.[1])
  const [before] = [await floatOf(), await record({ ...transfer(), amount: '70000' })]
  stage.provider.script.payOut = () => succeeded()
  const { id } = await till.submit()
  await stage.desk.decide(id, 'approve')
  await stage.work()
  assert.equal(await till.status(id), 'SUCCESS')
  const now = before + 70_000 - 10_000
  assert.equal(await floatOf(), now)
  const metrics = await (await fetch(`${stage.service.url}/metrics`)).text()
  assert.match(metrics, new RegExp(`malipo_float\\{provider="own",currency="TZS"\\} ${now}\n`))

  const { sql } = stage.service.world
  const line =
    'payout clearing with a provider is what was paid out and charged, less what it was topped up with'
  const finding = async () => (await checkBooks(stage.service.world)).find(({ check }) => check === line)
  assert.deepEqual(await finding(), { check: line, holds: true, details: null })
  await sql`update ledger_accounts set balance = balance + 1 where kind = 'payout_clearing' and provider = 'own'
    and merchant_id = '00000000-0000-0000-0000-000000000000'`
  assert.match(String((await finding())?.details), /^live payout clearing with own stands at /)
  await sql`update ledger_accounts set balance = balance - 1 where kind = 'payout_clearing' and provider = 'own'
    and merchant_id = '00000000-0000-0000-0000-000000000000'`
})
