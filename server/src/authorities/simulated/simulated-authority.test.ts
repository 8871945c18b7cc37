import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { judgeAuthority } from '../../../test/authorities/judge-authority.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts'
import { systemClock } from '../../primitives/clock.ts'
import { readAuthority } from '../authorities.ts'
import { simulatedAuthority } from './simulated-authority.ts'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
})
after(() => database.drop())

let devices = 0
function open(tin = '123456789') {
  devices += 1
  const authority = simulatedAuthority({ sql: database.sql, clock: systemClock, baseUrl: 'http://localhost' })
  return { authority, device: { serial: `device ${devices}`, tin, vrn: null, businessName: 'Duka' } }
}

judgeAuthority('simulated', () => open())

test('a TIN tells how it is registered', async () => {
  const kinds = async (tin: string) => {
    const { authority, device } = open(tin)
    const answers: string[] = []
    for (let asked = 0; asked < 3; asked += 1) {
      answers.push((await authority.register(device, AbortSignal.timeout(100))).kind)
    }
    return answers.join(' ')
  }
  assert.equal(await kinds('999999101'), 'refused refused refused')
  assert.equal(await kinds('999999102'), 'unknown registered registered')
  assert.equal(await kinds('999999104'), 'unknown unknown registered')
})

test('production has no simulated authority, and none unless told', () => {
  const given = (value?: string) => () => value
  assert.equal(readAuthority(given(), false), 'simulated')
  assert.equal(readAuthority(given(), true), 'none')
  assert.throws(() => readAuthority(given('simulated'), true), /FISCAL_AUTHORITY/)
})
