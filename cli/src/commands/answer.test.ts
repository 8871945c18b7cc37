import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openNotingService } from '../../test/noting-service.ts'
import { openStage, type Stage } from '../../test/stage.ts'

const id = '01a1ddaa-0000-7000-8000-000000000000'

let stage: Stage
let service: Awaited<ReturnType<typeof openNotingService>>
before(async () => {
  stage = await openStage()
  service = await openNotingService(stage, { id, status: 'PENDING_ADMIN_APPROVAL' })
})
after(async () => {
  await service.close()
  await stage.close()
})

test('what a Super Admin asked about a refund or a batch is answered', async () => {
  for (const [noun, path] of [
    ['refunds', `/v1/refunds/${id}/info`],
    ['batches', `/v1/disbursement-batches/${id}/info`],
  ] as const) {
    const told = await service.askedBy(noun, 'answer', id, '--message', 'Our supplier of maize.')
    assert.deepEqual([told.code, told.stderr], [0, ''])
    assert.deepEqual(told.asked, [{ path: `POST ${path}`, body: { message: 'Our supplier of maize.' } }])
    assert.equal(told.stdout, `${id} is PENDING_ADMIN_APPROVAL.\n`)
  }
})

test('an answer of nothing is none, and a withdrawal is answered by a person', async () => {
  for (const words of [[], ['--message', '  ']]) {
    const { code, asked } = await service.askedBy('refunds', 'answer', id, ...words)
    assert.deepEqual([code, asked], [2, []])
  }
  const key = await service.askedBy('withdrawals', 'answer', id, '--message', 'x', '--look-up', id)
  assert.deepEqual([key.code, key.asked], [1, []])
  assert.match(key.stderr, /Only a signed-in person may do this/)
})
