import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { spreadCommand } from '../../src/operator/spread-command.ts'
import { type Service, startService } from '../service.ts'
import { openCounter } from '../stories/money/counter-of-bills.ts'

let service: Service
before(async () => {
  service = await startService()
})
after(() => service.stop())

const run = async (options: { prepare?: boolean }) => {
  assert.ok('run' in spreadCommand)
  return await spreadCommand.run({ world: service.world } as never, options, {} as never)
}
const keys = async () =>
  (
    await service.world.sql<{ key: string }[]>`
      select indexdef as key from pg_indexes where tablename = 'control_numbers' order by 1`
  ).map(({ key }) => key)

test('where a control number was given out no key is widened, and the plan is told all the same', async () => {
  const counter = await openCounter(service)
  await counter.make({ kind: 'ORDER', amount: '1000' })
  const before = await keys()
  assert.ok(before.some((key) => key.endsWith('(environment, number)')))
  await assert.rejects(run({ prepare: true }), /each must stay one merchant’s alone/)
  assert.deepEqual(await keys(), before)
  const { shown } = await run({})
  assert.ok((shown.changes as string[]).length > 50)
})
