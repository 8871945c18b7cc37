import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Outcome } from '../../src/providers/providers.ts'
import { type Service, startService } from '../service.ts'
import { until } from '../test-clusters.ts'
import { endStory } from './money/books.ts'
import { type OwnProvider, ownProvider, succeeded } from './money/own-provider.ts'
import { dataOf, openShop, referenceOf, type Shop } from './money/shop.ts'

let provider: OwnProvider
let service: Service
let shop: Shop
before(async () => {
  provider = ownProvider()
  service = await startService({ environment: { ROLE: 'api' }, providers: { live: provider } })
  shop = await openShop(service)
})
after(() => endStory(service))

const paidBy = (payerName: string) => ({ ...succeeded(), payerName }) as Outcome

/** A live push to somebody, which is paid by whoever the provider says. */
async function paid(customer: string | undefined, payerName: string): Promise<string> {
  const body = customer === undefined ? {} : { customer_name: customer }
  const { id } = await shop.push(body, { key: shop.liveKey })
  await provider.tell(service, referenceOf(id), paidBy(payerName))
  return String(id)
}
async function named(id: string): Promise<unknown[]> {
  const shown = await shop.read(id, 'live')
  const state = await shop.state(id, shop.liveKey)
  assert.deepEqual(
    [state.payer_name, state.payer_name_match],
    [shown.payer_name, shown.payer_name_match],
    'both families tell the same',
  )
  return [shown.payer_name, shown.payer_name_match]
}

test('who paid is told as the provider tells it, and compared with whom the merchant asked', async () => {
  const cases: [string | undefined, string, unknown, unknown][] = [
    ['Asha Juma', ' JUMA  ASHA ', 'JUMA ASHA', 'exact'],
    ['Asha Juma', 'ASHA M JUMA', 'ASHA M JUMA', 'close'],
    ['Asha Juma', 'NEEMA KIMARO', 'NEEMA KIMARO', 'different'],
    [undefined, 'NEEMA KIMARO', 'NEEMA KIMARO', null],
    ['Asha Juma', 'OK', null, null],
    ['Asha Juma', '255712345678', null, null],
  ]
  for (const [customer, told, name, match] of cases)
    assert.deepEqual(await named(await paid(customer, told)), [name, match], told)
})

test('nothing that is kept for ever has the name, and it can be taken away', async () => {
  const name = 'ZUHURA MWANAHAMISI'
  const id = await paid('Zuhura', name)
  const { sql } = service.world
  const kept = [
    await sql`select json_agg(t)::text as text from events t`,
    await sql`select json_agg(t)::text as text from collection_history t`,
    await sql`select json_agg(t)::text as text from provider_words t`,
    await sql`select json_agg(t)::text as text from audit_log t`,
  ]
  for (const [row] of kept) assert.ok(!String(row?.text).includes(name), String(row?.text).slice(0, 200))
  assert.ok(!service.logLines.some((line) => line.includes(name)), 'the log')
  await sql`update collections set payer_name = null where id = ${id}`
  assert.deepEqual(await named(id), [null, null])
})

test('a failure names nobody, whatever is said beside it', async () => {
  const { id } = await shop.push({ customer_name: 'Asha' }, { key: shop.liveKey })
  const failed = { kind: 'failed', providerStatus: 'NO', reason: 'declined', providerMessage: 'no' }
  await provider.tell(service, referenceOf(id), { ...failed, payerName: 'ASHA' } as Outcome)
  assert.deepEqual(await named(String(id)), [null, null])
})

test('in the sandbox it is the name of the subscriber', async () => {
  const playing = await startService()
  try {
    const stall = await openShop(playing)
    const phone = '0700000001'
    const changed = await stall.call(`/v1/sandbox/subscribers/${phone}`, {
      method: 'PUT',
      body: { name: 'Neema Kimaro' },
    })
    assert.equal(dataOf(changed).name, 'Neema Kimaro')
    const { id } = await stall.push({ customer_phone: phone, customer_name: 'Neema Kimaro' })
    await stall.settled(id, 'successful')
    const shown = await stall.read(id)
    assert.deepEqual([shown.payer_name, shown.payer_name_match], ['NEEMA KIMARO', 'exact'])

    // Of this number no callback ever comes: who paid is learnt by asking.
    const silent = '0700000006'
    const renamed = { method: 'PUT', body: { name: 'Zuhura Mushi' } }
    assert.equal(dataOf(await stall.call(`/v1/sandbox/subscribers/${silent}`, renamed)).name, 'Zuhura Mushi')
    const asked = await stall.push({ customer_phone: silent, customer_name: 'Zuhura' })
    const { sql } = playing.world
    await until(async () => {
      const paid = await sql`
        select from network_payments where reference = ${referenceOf(asked.id)} and state = 'paid'`
      return paid.length === 1
    })
    await sql`update collections set due_at = created_at where id = ${String(asked.id)}`
    await stall.settled(asked.id, 'successful')
    const learnt = await stall.read(asked.id)
    assert.deepEqual([learnt.payer_name, learnt.payer_name_match], ['ZUHURA MUSHI', 'close'])
  } finally {
    await playing.stop()
  }
})
