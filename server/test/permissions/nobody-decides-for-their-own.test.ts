import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { roles } from '@malipo/contract'
import { makeAdmin, makeMember } from '../../src/operator/operator.ts'
import { newPerson, password, type Service, sessionOf, startService } from '../service.ts'
import { inShort } from '../stories/parts/newcomers.ts'
import { assembleCast, type Cast } from './cast.ts'
import { blockedWithdrawal, pendingWithdrawal } from './payouts.ts'
import { traces } from './traces.ts'

let service: Service
let cast: Cast
before(async () => {
  // Without chores: whatever changes was then changed by the requests.
  service = await startService({ environment: { ROLE: 'api' } })
  cast = await assembleCast(service)
})
after(() => service.stop())

const environments = ['live', 'sandbox'] as const

/** Somebody on both planes. */
async function adminWhoIs(role: (typeof roles)[number]): Promise<string> {
  const { world } = service
  const email = `${role}-and-admin@cast.test`
  await newPerson(service, email)
  await world.sql.begin(async (tx) => {
    await makeMember(tx, world, { merchantId: cast.merchantId, email, password, role })
    await makeAdmin(tx, world, { email, password })
  })
  return await sessionOf(service, email)
}

test('a Super Admin decides nothing about a merchant they belong to, in whatever role', async () => {
  for (const role of roles) {
    const cookie = await adminWhoIs(role)
    for (const environment of environments) {
      const pending = await pendingWithdrawal({ service, cast }, environment)
      const blocked = await blockedWithdrawal({ service, cast }, environment)
      const decisions: [string, string, Record<string, unknown>][] = [
        [pending, 'approve', {}],
        [pending, 'reject', { note: 'No.' }],
        [pending, 'request-info', { note: 'What for?' }],
        [blocked, 'retry', {}],
        [blocked, 'resolve', { outcome: 'FAILED', note: 'Back to us.' }],
      ]
      const before = await traces(service)
      for (const [id, decision, body] of decisions) {
        const path = `/v1/admin/withdrawals/${id}/${decision}`
        const answer = await service.call(path, { cookie, headers: { 'x-environment': environment }, body })
        assert.equal(inShort(answer), '403 forbidden', `${role} ${decision}`)
        assert.match(answer.body.error.message, /belong/)
      }
      assert.deepEqual(await traces(service), before)
      const headers = { 'x-environment': environment }
      const read = await service.call(`/v1/admin/withdrawals/${pending}`, { cookie, headers })
      assert.equal(inShort(read), '200', 'but everybody of that plane may look')
    }
  }
})

test('whoever belongs to another merchant decides about this one like anybody else', async () => {
  const other = await assembleCast(service)
  const cookie = other.credentials.super_admin.cookie ?? ''
  const id = await pendingWithdrawal({ service, cast })
  const path = `/v1/admin/withdrawals/${id}/approve`
  assert.equal(inShort(await service.call(path, { cookie, body: {} })), '200')
})
