import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fiscalStage, wrongs } from '../../test/fiscal-stage.ts'
import type { World } from '../world/world.ts'
import { type Known, recoverReceipts } from './recover-receipts.ts'

const { time, openShop, work } = fiscalStage()

type Shop = Awaited<ReturnType<typeof openShop>>
const by = { actor: { kind: 'operator' as const, id: null }, requestId: null }

const noon = (day: string) => {
  time.nowMs = Date.parse(`${day}T12:00:00+03:00`)
}

/** What the authority has of a merchant and we do not, as people read it there. */
async function readThere({ world, seller }: Shop, after: bigint): Promise<Known[]> {
  const rows = await world.sql<{ number: bigint; amount: bigint; code: string; day: string }[]>`
    select r.number, r.amount, r.verification_code as code, r.day::text as day
    from simulated_fiscal_receipts r join simulated_fiscal_devices d using (registration_id)
    where d.serial = ${`${seller.merchantId}:sandbox`} and r.number > ${after} order by r.number`
  return rows.map(({ number, amount, code, day }) => ({
    ...{
      number,
      amount,
      at: new Date(`${day}T12:00:00+03:00`),
      taxCode: 'EXEMPT',
      tax: 0n,
      collectionId: null,
    },
    ...{ verificationCode: code, verificationUrl: `http://localhost/sandbox/verify/${code}` },
  }))
}

/** What a restore leaves to a moment when only the first number was given: the authority is elsewhere, and goes back nowhere. */
async function setBack({ world, seller: { merchantId } }: Shop): Promise<void> {
  await world.sql`
    update fiscal_receipts set status = 'QUEUED', number = null, day = null, day_number = null, tax_code = null, tax = null, tin = null,
      vrn = null, numbered_at = null, verification_code = null, verification_url = null, issued_at = null
    where merchant_id = ${merchantId} and number = 2`
  await world.sql`delete from fiscal_receipts where merchant_id = ${merchantId} and number > 2`
  await world.sql`delete from fiscal_days where merchant_id = ${merchantId}`
  await world.sql`
    update fiscal_lanes l set last_number = 1, last_day = r.day, closed_through = r.day - 1, due_at = ${world.clock.now()}
    from fiscal_receipts r where l.merchant_id = ${merchantId} and r.merchant_id = l.merchant_id and r.number = 1`
}

const recover = ({ world, seller }: Shop, receipts: Known[]) =>
  world.sql.begin((tx) =>
    recoverReceipts(tx, world, { owner: seller, receipts, note: 'As in the portal.', by }),
  )

const laneOf = async ({ world, seller }: Shop) => {
  const [lane] = await world.sql<{ is_behind: boolean; number_there: bigint | null; last_number: bigint }[]>`
    select behind_since is not null as is_behind, number_there, last_number from fiscal_lanes where merchant_id = ${seller.merchantId}`
  return lane
}

const idOf = async (world: World, merchantId: string, amount: bigint) => {
  const [row] = await world.sql<{ collection_id: string }[]>`
    select collection_id from fiscal_receipts where merchant_id = ${merchantId} and amount = ${amount}`
  return row?.collection_id ?? assert.fail('no such receipt')
}

test('receipts that a restore has forgotten stop the count, fail nothing, and are written down again from what the authority has', async () => {
  noon('2027-01-10')
  const shop = await openShop()
  const { world, authority, seller } = shop
  await seller.sells(100_00n, 200_00n, 300_00n)
  await work(world, authority)
  await setBack(shop)
  await seller.sells(400_00n)
  await work(world, authority)
  const stands = async () =>
    (await seller.receipts()).map(({ number, amount, status }) => [number, amount, status])
  assert.deepEqual(await stands(), [
    [1n, 100_00n, 'ISSUED'],
    [null, 200_00n, 'QUEUED'],
    [null, 400_00n, 'QUEUED'],
  ])
  assert.deepEqual(await laneOf(shop), { is_behind: true, number_there: 3n, last_number: 1n })
  const asked = authority.asked.length
  await work(world, authority)
  assert.equal(authority.asked.length, asked, 'nothing is asked for while it stands')

  const [second, third] = await readThere(shop, 1n)
  if (!second || !third) throw new Error('two are forgotten')
  const ofPayment = { ...second, collectionId: await idOf(world, seller.merchantId, 200_00n) }
  const recovered = await recover(shop, [ofPayment, third])
  assert.deepEqual(recovered, { lastNumber: 3n, numberThere: 3n, withoutPayment: [3n] })
  await work(world, authority)
  assert.deepEqual(await stands(), [
    [1n, 100_00n, 'ISSUED'],
    [2n, 200_00n, 'ISSUED'],
    [3n, 300_00n, 'ISSUED'],
    [4n, 400_00n, 'ISSUED'],
  ])
  assert.deepEqual(
    await seller.taken(),
    (await seller.receipts()).map(({ number, amount }) => ({ number, amount })),
  )
  assert.deepEqual(await laneOf(shop), { is_behind: false, number_there: null, last_number: 4n })
  assert.deepEqual(await wrongs(world), [])
  const audited = await world.sql<{ details: { note: string; without_payment: string[] } }[]>`
    select details from audit_log where merchant_id = ${seller.merchantId} and action = 'fiscal_receipts.recovered'`
  assert.deepEqual(
    audited.map(({ details }) => [details.note, details.without_payment]),
    [['As in the portal.', ['3']]],
  )
  const told = await world.sql<{ kind: string; text: string }[]>`
    select kind, text from notifications where merchant_id = ${seller.merchantId}`
  assert.match(told.map(({ kind, text }) => `${kind}: ${text}`).join(), /receipts_recovered: .*numbers 3\./)
})

/** Three are sold on a day that ends, and all but the first receipt are forgotten. */
async function soldAndForgotten(day: string, next: string): Promise<Shop> {
  noon(day)
  const shop = await openShop()
  const { world, authority, seller } = shop
  await seller.sells(100_00n, 200_00n, 300_00n)
  await work(world, authority)
  noon(next)
  await work(world, authority)
  assert.equal((await seller.days())[0]?.status, 'CLOSED')
  await setBack(shop)
  return shop
}

/** What is there is told as it stands there, the second receipt with its payment. */
async function recoverAll(shop: Shop): Promise<void> {
  const { world, authority, seller } = shop
  const collectionId = await idOf(world, seller.merchantId, 200_00n)
  const there = await readThere(shop, 1n)
  await recover(
    shop,
    there.map((one) => (one.number === 2n ? { ...one, collectionId } : one)),
  )
  await work(world, authority)
}

test('a day whose receipts were forgotten is reported with them', async () => {
  const shop = await soldAndForgotten('2027-02-10', '2027-02-11')
  const { world, authority, seller } = shop
  await work(world, authority)
  assert.deepEqual(await laneOf(shop), { is_behind: true, number_there: 3n, last_number: 1n })
  await recoverAll(shop)
  assert.deepEqual(await seller.days(), [
    { day: '2027-02-10', status: 'CLOSED', receipts: 3n, amount: 600_00n },
  ])
  assert.deepEqual(await wrongs(world), [])
})

test('a report that was refused for what was forgotten is sent anew, and days after it stay as they are', async () => {
  const shop = await soldAndForgotten('2027-03-10', '2027-03-11')
  const { world, authority, seller } = shop
  // An authority that cannot tell what a report leaves out only says no.
  authority.hearReport = async (_report, answer) =>
    answer.kind === 'behind' ? { kind: 'refused', reason: 'Other figures.' } : answer
  noon('2027-03-12')
  await work(world, authority)
  assert.deepEqual(
    (await seller.days()).map(({ day, status }) => [day, status]),
    [
      ['2027-03-10', 'FAILED'],
      ['2027-03-11', 'CLOSED'],
    ],
  )
  assert.equal((await laneOf(shop))?.is_behind, true, 'the next number was asked for')
  await recoverAll(shop)
  assert.deepEqual(await seller.days(), [
    { day: '2027-03-10', status: 'CLOSED', receipts: 3n, amount: 600_00n },
    { day: '2027-03-11', status: 'CLOSED', receipts: 0n, amount: 0n },
  ])
  assert.deepEqual(await wrongs(world), [])
})

test('whoever tells too few is asked again, and nothing is written down that cannot be', async () => {
  noon('2027-04-10')
  const shop = await openShop()
  const { world, authority, seller } = shop
  await seller.sells(100_00n, 200_00n, 300_00n)
  await work(world, authority)
  await assert.rejects(recover(shop, []), /are not behind/)
  await setBack(shop)
  await work(world, authority)
  const [second, third] = await readThere(shop, 1n)
  if (!second || !third) throw new Error('two are forgotten')
  const paid = await idOf(world, seller.merchantId, 200_00n)
  const first = await idOf(world, seller.merchantId, 100_00n)
  const wrong: [Known[], RegExp][] = [
    [[third], /Number 3 stands where 2 should/],
    [[second, third, { ...third, number: 4n }], /Number 4 was not given there/],
    [
      [{ ...second, at: new Date('2027-04-09T12:00:00+03:00') }],
      /is of 2027-04-09, and the number before it of 2027-04-10/,
    ],
    [[{ ...second, at: new Date('2028-01-01T12:00:00+03:00') }], /time to come/],
    [[{ ...second, tax: second.amount }], /as much tax/],
    [[{ ...second, amount: 1n, collectionId: paid }], /is of 0.01, and payment .* of 200.00/],
    [[{ ...second, collectionId: first }], /which has its receipt/],
    [[{ ...second, collectionId: world.newId() }], /which owes no receipt/],
  ]
  for (const [receipts, why] of wrong) await assert.rejects(recover(shop, receipts), why)
  assert.deepEqual(await laneOf(shop), { is_behind: true, number_there: 3n, last_number: 1n })
  await recover(shop, [{ ...second, collectionId: paid }])
  await seller.sells(500_00n)
  await work(world, authority)
  assert.deepEqual(await laneOf(shop), { is_behind: true, number_there: 3n, last_number: 2n })
  assert.deepEqual(await wrongs(world), [])
})
