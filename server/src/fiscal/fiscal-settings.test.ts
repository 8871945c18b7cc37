import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fiscalStage } from '../../test/fiscal-stage.ts'
import type { Actor } from '../http/http.ts'
import { findReceiptOf, issueReceipts } from './fiscal.ts'
import { changeSettings } from './fiscal-settings.ts'

const { openShop, work } = fiscalStage()

/** A merchant, and somebody who changes what it says of itself. */
async function openChanged(settings: Parameters<typeof openShop>[0] = {}) {
  const { world, authority, seller } = await openShop(settings)
  const { merchantId, environment } = seller
  const by = { kind: 'person', user: { id: world.newId() } }
  const caller = { merchantId, environment, by } as unknown as Actor
  return {
    ...{ world, authority, seller },
    change: (wish: Parameters<typeof changeSettings>[4]) =>
      world.sql.begin((tx) =>
        changeSettings(tx, world, authority.authorities, { caller, requestId: 'test' }, wish),
      ),
  }
}

test('a TIN under which receipts were counted stays, whatever was saved in between', async () => {
  const { world, authority, seller, change } = await openChanged()
  await seller.sells(100_00n)
  await work(world, authority)
  const changeTin = () => change({ tin: '987654321' })
  await assert.rejects(changeTin(), /TIN cannot be changed/)
  assert.equal((await change({ business_name: 'Another name' })).registration_status, 'PENDING')
  await assert.rejects(changeTin(), /TIN cannot be changed/)
  const known = authority.authorities.of('sandbox') ?? assert.fail('nobody is connected')
  known.register = async () => ({ kind: 'refused', reason: 'No such name.' })
  await issueReceipts({ world, authorities: authority.authorities })
  assert.equal((await change({})).registration_status, 'PENDING')
  await issueReceipts({ world, authorities: authority.authorities })
  await assert.rejects(changeTin(), /TIN cannot be changed/)
})

test('a TIN that the authority was asked for stays until it has answered', async () => {
  const { world, authority, change } = await openChanged({ tin: '999999102' })
  const changeTin = () => change({ tin: '987654321' })
  await issueReceipts({ world, authorities: authority.authorities, patienceMs: 50 })
  const devices = await world.sql`select from simulated_fiscal_devices where tin = '999999102'`
  assert.equal(devices.count, 1, 'it was taken, and nobody heard of it')
  await assert.rejects(changeTin(), /was asked to register 999999102 and has not answered/)
  assert.equal((await change({ business_name: 'Another name' })).registration_status, 'PENDING')
  await assert.rejects(changeTin(), /has not answered/)
  await work(world, authority)
  await assert.rejects(changeTin(), /knows this merchant as 999999102/)
})

test('a TIN that the authority refused can be changed', async () => {
  const { world, authority, change } = await openChanged({ tin: '999999101' })
  await work(world, authority)
  const { tin, registration_status } = await change({ tin: '123456789' })
  assert.deepEqual([tin, registration_status], ['123456789', 'PENDING'])
  await work(world, authority)
  assert.equal((await change({})).registration_status, 'REGISTERED')
})

test('an issued receipt shows who sold as the authority knew them then', async () => {
  const { world, authority, seller, change } = await openChanged()
  await seller.sells(100_00n)
  await work(world, authority)
  await change({ vrn: '40-012345-A' })
  await seller.sells(200_00n)
  await work(world, authority)
  const sold = await world.sql<{ collection_id: string }[]>`
    select collection_id from fiscal_receipts where merchant_id = ${seller.merchantId} order by number`
  const shown = await Promise.all(sold.map(({ collection_id: id }) => findReceiptOf(world.sql, id)))
  assert.deepEqual(
    shown.map((receipt) => [receipt?.tin, receipt?.vrn]),
    [
      ['123456789', null],
      ['123456789', '40012345A'],
    ],
  )
})
