import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fiscalStage, issuedOnce, openSeller, ownAuthority, wrongs } from '../../test/fiscal-stage.ts'
import { startTaking } from '../jobs/jobs.ts'
import { issueReceipts } from './fiscal.ts'
import { taxIn } from './tax.ts'
import { issuing } from './work-lanes.ts'

const { time, processAhead, openShop, work } = fiscalStage()

test('receipts leave in the order in which payments came, each once', async () => {
  const { world, authority, seller } = await openShop()
  await seller.sells(100_00n, 200_00n, 300_00n)
  await work(world, authority)
  await issuedOnce(seller, 3)
  assert.deepEqual(
    authority.asked.map(({ number, amount }) => [number, amount]),
    [
      [1, 100_00n],
      [2, 200_00n],
      [3, 300_00n],
    ],
  )
  assert.deepEqual(await seller.events(), Array(3).fill('fiscal_receipt.issued'))
  assert.deepEqual(await wrongs(world), [])
})

test('what is not known is asked for again under its number and with its content, and nobody overtakes it', async () => {
  const { world, authority, seller } = await openShop()
  await seller.sells(100_00n, 200_00n)
  let silences = 3
  authority.hear = async (_sale, answer) => {
    silences -= 1
    return silences >= 0 ? { kind: 'unknown', because: 'the line was cut' } : answer
  }
  await work(world, authority)
  await issuedOnce(seller, 2)
  const [first, ...others] = authority.asked
  assert.deepEqual(others.slice(0, 3), [first, first, first])
  assert.equal(authority.asked.length, 5)
  assert.deepEqual(await seller.events(), Array(2).fill('fiscal_receipt.issued'))
  assert.deepEqual(await wrongs(world), [])
})

test('an authority that throws or never answers may have taken it', async () => {
  const { world, authority, seller } = await openShop()
  await seller.sells(9_102_00n, 100_00n)
  let thrown = 0
  authority.hear = async (_sale, answer) => {
    thrown += 1
    if (thrown === 2) throw new Error('socket hang up')
    return answer
  }
  await work(world, authority)
  await issuedOnce(seller, 2)
})

test('the wait before the next try grows, and ends with the first answer', async () => {
  const { world, authority, seller } = await openShop()
  await seller.sells(100_00n)
  authority.onIssue = async () => ({ kind: 'unknown', because: 'busy' })
  const dueAfter = async () => {
    await issueReceipts({ world, authorities: authority.authorities })
    const [lane] = await world.sql<{ due_at: Date }[]>`
      select due_at from fiscal_lanes where merchant_id = ${seller.merchantId}`
    const wait = (lane?.due_at.getTime() ?? 0) - time.nowMs
    time.nowMs += wait
    return wait
  }
  const waits = [await dueAfter(), await dueAfter(), await dueAfter(), await dueAfter()]
  assert.deepEqual(waits, [1_000, 5_000, 30_000, 120_000])
  authority.onIssue = async () => undefined
  await issueReceipts({ world, authorities: authority.authorities })
  await issuedOnce(seller, 1)
  await seller.sells(200_00n)
  authority.onIssue = async () => ({ kind: 'unknown', because: 'busy' })
  assert.equal(await dueAfter(), 1_000, 'it begins anew')
})

test('a refused receipt gives its number to the next', async () => {
  const { world, authority, seller } = await openShop()
  await seller.sells(100_00n, 9_101_00n, 300_00n)
  await work(world, authority)
  assert.deepEqual(
    (await seller.receipts()).map(({ number, amount, status }) => [number, amount, status]),
    [
      [1n, 100_00n, 'ISSUED'],
      [2n, 300_00n, 'ISSUED'],
      [null, 9_101_00n, 'FAILED'],
    ],
  )
  assert.deepEqual(await wrongs(world), [])
})

test('what comes late is taken late, and once', async () => {
  const { world, authority, seller } = await openShop({ tin: '999999104' })
  await seller.sells(9_104_00n, 100_00n)
  await work(world, authority)
  await issuedOnce(seller, 2)
})

test('several workers at once, one of them slower than its lease, issue each receipt once', async () => {
  const { world, authority, seller } = await openShop()
  await seller.sells(...Array.from({ length: 12 }, (_, place) => BigInt(place + 1) * 100_00n))
  const gate: { open?: () => void } = {}
  const stuck = new Promise<void>((resolve) => {
    gate.open = resolve
  })
  let isFirst = true
  authority.hear = async (_sale, answer) => {
    if (!isFirst) return answer
    isFirst = false
    await stuck
    return answer
  }
  const slow = issueReceipts({ world, authorities: authority.authorities })
  while (isFirst) await new Promise((resolve) => setTimeout(resolve, 5))
  time.nowMs += 61_000
  await Promise.all([1, 2, 3].map(() => issueReceipts({ world, authorities: authority.authorities })))
  gate.open?.()
  await slow
  await work(world, authority)
  await issuedOnce(seller, 12)
  assert.deepEqual(await seller.events(), Array(12).fill('fiscal_receipt.issued'))
  assert.deepEqual(await wrongs(world), [])
})

test('merchants do not wait for each other', async () => {
  const world = processAhead()
  const authority = ownAuthority(world)
  const [blocked, other] = [await openSeller(world), await openSeller(world)]
  await blocked.sells(700_00n)
  await other.sells(100_00n)
  authority.onIssue = async ({ amount }) =>
    amount === 700_00n ? { kind: 'unknown', because: 'busy' } : undefined
  await issueReceipts({ world, authorities: authority.authorities })
  await issuedOnce(other, 1)
  assert.deepEqual(
    (await blocked.receipts()).map(({ status, number }) => [status, number]),
    [['QUEUED', 1n]],
  )
})

test('who is stopped hears what was asked last, and leaves the rest to others at once', async () => {
  const { world, authority, seller } = await openShop()
  await seller.sells(...Array.from({ length: 12 }, () => 100_00n))
  const [isAsked, mayAnswer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  authority.hear = async ({ number }, answer) => {
    if (number === 3) {
      isAsked.resolve()
      await mayAnswer.promise
    }
    return answer
  }
  const chore = startTaking(issuing({ world, authorities: authority.authorities }, 'sandbox'), {
    everyMs: 1_000,
    onError: assert.ifError,
  })
  await isAsked.promise
  const stopped = chore.stop()
  mayAnswer.resolve()
  await stopped
  assert.deepEqual(
    (await seller.receipts()).map(({ status }) => status),
    [...Array(3).fill('ISSUED'), ...Array(9).fill('QUEUED')],
  )
  await issueReceipts({ world, authorities: authority.authorities })
  await issuedOnce(seller, 12)
})

test('the tax in an amount is rounded half up, and nothing where none is in it', () => {
  const cases = [
    [118_00n, 18_00n],
    [1_00n, 15n],
    [100_00n, 15_25n],
    [1n, 0n],
    [3n, 0n],
    [4n, 1n],
  ] as const
  for (const [amount, tax] of cases) assert.equal(taxIn(amount, 'STANDARD'), tax, String(amount))
  assert.deepEqual([taxIn(118_00n, 'EXEMPT'), taxIn(118_00n, 'ZERO_RATED')], [0n, 0n])
})
