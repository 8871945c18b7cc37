import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fiscalStage, openSeller, ownAuthority, wrongs } from '../../test/fiscal-stage.ts'
import { issueReceipts } from './fiscal.ts'

const { time, processAhead, openShop, work } = fiscalStage()

const noon = (day: string) => {
  time.nowMs = Date.parse(`${day}T12:00:00+03:00`)
}

test('each day is closed when it is over, with the sum of its receipts, before the next begins', async () => {
  noon('2027-01-10')
  const { world, authority, seller } = await openShop()
  await seller.sells(100_00n, 200_00n)
  await work(world, authority)
  assert.deepEqual(await seller.days(), [])
  noon('2027-01-12')
  await seller.sells(400_00n)
  const order: string[] = []
  authority.onIssue = async ({ number }) => void order.push(`receipt ${number}`)
  authority.hearReport = async ({ day }, answer) => {
    order.push(day)
    return answer
  }
  await work(world, authority)
  assert.deepEqual(order, ['2027-01-10', '2027-01-11', 'receipt 3'])
  assert.deepEqual(await seller.days(), [
    { day: '2027-01-10', status: 'CLOSED', receipts: 2n, amount: 300_00n },
    { day: '2027-01-11', status: 'CLOSED', receipts: 0n, amount: 0n },
  ])
  assert.deepEqual(
    (await seller.receipts()).map(({ number, day }) => [number, day]),
    [
      [1n, '2027-01-10'],
      [2n, '2027-01-10'],
      [3n, '2027-01-12'],
    ],
  )
  assert.deepEqual(await wrongs(world), [])
})

test('a receipt that is under way at midnight keeps its day, which is closed after it', async () => {
  time.nowMs = Date.parse('2027-02-10T23:59:50+03:00')
  const { world, authority, seller } = await openShop()
  await seller.sells(100_00n)
  let isSilent = true
  authority.hear = async (_sale, answer) => (isSilent ? { kind: 'unknown', because: 'cut' } : answer)
  await work(world, authority)
  assert.deepEqual(await seller.days(), [])
  isSilent = false
  await work(world, authority)
  assert.deepEqual(await seller.days(), [
    { day: '2027-02-10', status: 'CLOSED', receipts: 1n, amount: 100_00n },
  ])
  assert.deepEqual(await wrongs(world), [])
})

test('a report that is not answered is sent again as it was; one that is refused holds up no sale', async () => {
  noon('2027-03-10')
  const world = processAhead()
  const [silent, refusing] = [ownAuthority(world), ownAuthority(world)]
  const patient = await openSeller(world)
  await patient.sells(100_00n)
  await work(world, silent)
  noon('2027-03-11')
  let silences = 2
  silent.hearReport = async (_report, answer) => {
    silences -= 1
    return silences >= 0 ? { kind: 'unknown', because: 'cut' } : answer
  }
  await patient.sells(200_00n)
  await work(world, silent)
  const [first, ...others] = silent.reports
  assert.deepEqual(others, [first, first])
  assert.deepEqual(
    (await patient.days()).map(({ status }) => status),
    ['CLOSED'],
  )
  const refused = await openSeller(world, { tin: '999999111' })
  await refused.sells(100_00n)
  await work(world, refusing)
  noon('2027-03-12')
  await refused.sells(200_00n)
  await work(world, refusing)
  assert.deepEqual(
    (await refused.days()).map(({ status }) => status),
    ['FAILED'],
  )
  assert.deepEqual(
    (await refused.receipts()).map(({ status }) => status),
    ['ISSUED', 'ISSUED'],
  )
  assert.deepEqual(await wrongs(world), [])
})

test('a clock that is behind does not bring a day back', async () => {
  time.nowMs = Date.parse('2027-04-10T23:55:00+03:00')
  const [ahead, behind] = [processAhead(600_000), processAhead()]
  const authority = ownAuthority(ahead)
  const seller = await openSeller(behind)
  await seller.sells(100_00n)
  await issueReceipts({ world: ahead, authorities: authority.authorities })
  await seller.sells(200_00n)
  // As a change of the settings would make it due.
  await behind.sql`update fiscal_lanes set due_at = ${behind.clock.now()} where merchant_id = ${seller.merchantId}`
  await issueReceipts({ world: behind, authorities: authority.authorities })
  const days = (await seller.receipts()).map(({ day }) => day)
  assert.deepEqual(days, ['2027-04-11', '2027-04-11'])
  assert.deepEqual(await wrongs(ahead), [])
})

/** Two processes, one of which is two seconds ahead, a second before midnight of the other, after a sale in the daytime. */
async function aroundMidnight(day: string) {
  noon(day)
  const [ahead, behind] = [processAhead(2_000), processAhead()]
  const authority = ownAuthority(ahead)
  const seller = await openSeller(behind)
  await seller.sells(100_00n)
  await issueReceipts({ world: ahead, authorities: authority.authorities })
  time.nowMs = Date.parse(`${day}T23:59:59+03:00`)
  /** Sells something, which is due for whoever looks, as after a change of the settings. */
  const sellsNow = async () => {
    await seller.sells(200_00n)
    await behind.sql`update fiscal_lanes set due_at = ${behind.clock.now()} where merchant_id = ${seller.merchantId}`
  }
  return { ahead, behind, authority, seller, sellsNow }
}

const daysOf = async (seller: Awaited<ReturnType<typeof openSeller>>) =>
  (await seller.receipts()).map(({ status, day }) => [status, day])

test('a day that is closed gets no further number, whatever a clock says', async () => {
  const { ahead, behind, authority, seller, sellsNow } = await aroundMidnight('2027-05-10')
  await issueReceipts({ world: ahead, authorities: authority.authorities })
  await sellsNow()
  await issueReceipts({ world: behind, authorities: authority.authorities })
  assert.deepEqual(await seller.days(), [
    { day: '2027-05-10', status: 'CLOSED', receipts: 1n, amount: 100_00n },
  ])
  assert.deepEqual(await daysOf(seller), [
    ['ISSUED', '2027-05-10'],
    ['ISSUED', '2027-05-11'],
  ])
  assert.deepEqual(await wrongs(ahead), [])
})

test('a day whose report was sent and not heard of gets no further number', async () => {
  const { ahead, behind, authority, seller, sellsNow } = await aroundMidnight('2027-06-10')
  authority.hearReport = async () => ({ kind: 'unknown', because: 'cut' })
  await issueReceipts({ world: ahead, authorities: authority.authorities })
  await sellsNow()
  await issueReceipts({ world: behind, authorities: authority.authorities })
  assert.deepEqual(
    (await seller.receipts()).map(({ number }) => number),
    [1n, null],
  )
  authority.hearReport = async (_report, answer) => answer
  await work(behind, authority)
  const [first, ...others] = authority.reports
  assert.deepEqual(others, [first, first])
  assert.deepEqual(await seller.days(), [
    { day: '2027-06-10', status: 'CLOSED', receipts: 1n, amount: 100_00n },
  ])
  assert.deepEqual(await daysOf(seller), [
    ['ISSUED', '2027-06-10'],
    ['ISSUED', '2027-06-11'],
  ])
  assert.deepEqual(await wrongs(ahead), [])
})

test('days on which it was off have no report, save those on which a receipt was issued', async () => {
  noon('2027-07-01')
  const { world, authority, seller } = await openShop()
  await seller.sells(100_00n)
  await work(world, authority)
  /** As a change of the settings does. */
  const switchTo = async (isOn: boolean) => {
    await world.sql`
      update fiscal_settings set is_enabled = ${isOn}, enabled_at = ${isOn ? world.clock.now() : null}
      where merchant_id = ${seller.merchantId}`
    await world.sql`update fiscal_lanes set due_at = ${world.clock.now()} where merchant_id = ${seller.merchantId}`
  }
  await switchTo(false)
  noon('2027-07-02')
  await work(world, authority)
  noon('2027-07-12')
  // As one that was refused and is asked for again.
  await seller.sells(200_00n)
  await work(world, authority)
  noon('2027-07-13')
  await work(world, authority)
  noon('2027-07-20')
  await switchTo(true)
  await work(world, authority)
  noon('2027-07-22')
  await work(world, authority)
  assert.deepEqual(
    (await seller.days()).map(({ day, status, receipts }) => [day, status, receipts]),
    [
      ['2027-07-01', 'CLOSED', 1n],
      ['2027-07-12', 'CLOSED', 1n],
      ['2027-07-20', 'CLOSED', 0n],
      ['2027-07-21', 'CLOSED', 0n],
    ],
  )
  assert.equal(await issueReceipts({ world, authorities: authority.authorities }), 0, 'nothing is due')
  assert.deepEqual(await wrongs(world), [])
})
