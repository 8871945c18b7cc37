import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Authority, DayReport, Device, Registration, Sale } from '../../src/authorities/authorities.ts'

const patience = () => AbortSignal.timeout(10_000)

/** What every adapter has to keep to, whatever stands behind it. A device of its own for each promise. */
export function judgeAuthority(name: string, open: () => { authority: Authority; device: Device }): void {
  async function registered() {
    const { authority, device } = open()
    const answer = await authority.register(device, patience())
    assert.equal(answer.kind, 'registered', JSON.stringify(answer))
    if (answer.kind !== 'registered') throw new Error('not registered')
    const { registrationId, receiptCode } = answer
    return { authority, device, registration: { registrationId, receiptCode } }
  }

  const saleOf = (registration: Registration, number: number, wish: Partial<Sale> = {}): Sale => ({
    ...registration,
    ...{ number, dayNumber: number, day: '2026-11-15', at: new Date('2026-11-15T12:00:00+03:00') },
    ...{ amount: 118_00n, tax: 18_00n, taxCode: 'STANDARD', currency: 'TZS' },
    ...wish,
  })

  const reportOf = (registration: Registration, receipts: number): DayReport => ({
    ...registration,
    ...{ day: '2026-11-15', receipts, currency: 'TZS' },
    ...{ firstNumber: receipts === 0 ? null : 1, lastNumber: receipts === 0 ? null : receipts },
    ...{ amount: BigInt(receipts) * 118_00n, tax: BigInt(receipts) * 18_00n },
  })

  test(`${name}: a device that is registered twice is the same`, async () => {
    const { authority, device, registration } = await registered()
    assert.deepEqual(await authority.register(device, patience()), { kind: 'registered', ...registration })
  })

  test(`${name}: a receipt that is asked for again is the same, and another cannot have its number`, async () => {
    const { authority, registration } = await registered()
    const sale = saleOf(registration, 1)
    const issued = await authority.issue(sale, patience())
    assert.equal(issued.kind, 'issued', JSON.stringify(issued))
    assert.deepEqual(await authority.issue(sale, patience()), issued)
    const other = await authority.issue(saleOf(registration, 1, { amount: 236_00n }), patience())
    assert.deepEqual(other, { kind: 'behind', lastNumber: 1 })
  })

  test(`${name}: no number is left out, no day comes back`, async () => {
    const { authority, registration } = await registered()
    assert.equal((await authority.issue(saleOf(registration, 2), patience())).kind, 'refused')
    assert.equal((await authority.issue(saleOf(registration, 1), patience())).kind, 'issued')
    const before = { day: '2026-11-14', at: new Date('2026-11-14T12:00:00+03:00') }
    assert.equal((await authority.issue(saleOf(registration, 2, before), patience())).kind, 'refused')
    assert.equal((await authority.issue(saleOf(registration, 2), patience())).kind, 'issued')
  })

  test(`${name}: a day is closed with its own sum, once, and nothing is sold on it afterwards`, async () => {
    const { authority, registration } = await registered()
    await authority.issue(saleOf(registration, 1), patience())
    assert.equal((await authority.closeDay(reportOf(registration, 2), patience())).kind, 'refused')
    const left = await authority.closeDay(reportOf(registration, 0), patience())
    assert.deepEqual(left, { kind: 'behind', lastNumber: 1 }, 'a report that leaves receipts out')
    const closed = await authority.closeDay(reportOf(registration, 1), patience())
    assert.equal(closed.kind, 'closed', JSON.stringify(closed))
    assert.deepEqual(await authority.closeDay(reportOf(registration, 1), patience()), closed)
    assert.equal((await authority.issue(saleOf(registration, 2), patience())).kind, 'refused')
  })

  test(`${name}: a device that nobody registered sells nothing`, async () => {
    const { authority } = open()
    const nobody = { registrationId: 'nobody', receiptCode: 'NOBODY' }
    assert.equal((await authority.issue(saleOf(nobody, 1), patience())).kind, 'refused')
  })
}
