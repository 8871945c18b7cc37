import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fiscalStage, openSeller, ownAuthority } from '../../test/fiscal-stage.ts'
import type { Actor } from '../http/http.ts'
import { issueReceipts } from './fiscal.ts'
import { changeSettings } from './fiscal-settings.ts'

const { processAhead, work } = fiscalStage()

/** A merchant of whom the authority knows, and somebody who changes what it says of itself. */
async function openKnown() {
  const world = processAhead()
  const authority = ownAuthority(world)
  const seller = await openSeller(world)
  await seller.sells(100_00n)
  await work(world, authority)
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
  const { world, authority, change } = await openKnown()
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
