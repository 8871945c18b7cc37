import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { keyIsFree } from '../../../src/http/http.ts'
import { assertRefused } from './envelope.ts'
import type { Provocations } from './stage.ts'

const path = '/v1/customers'

/** Keys of repeated requests that cannot be used. */
export const refusalsOfIdempotencyKeys: Provocations = {
  async 'a key that is no UUID is refused before the body is looked at'(stage) {
    for (const key of ['', 'abc', `${randomUUID()}0`, randomUUID().replaceAll('-', '')]) {
      const answer = await stage.call(path, { raw: '{', headers: { 'idempotency-key': key } })
      assertRefused(answer, '400 idempotency_key_invalid')
    }
  },

  async 'a key of another request is refused'(stage) {
    const headers = { 'idempotency-key': randomUUID() }
    assert.equal((await stage.call(path, { headers, body: { name: 'Asha' } })).status, 201)
    const other = await stage.call(path, { headers, body: { name: 'Juma' } })
    assertRefused(other, '422 idempotency_key_reused')
  },

  async 'a key whose first request is still running is told to wait, and can be used when that one failed'(
    stage,
  ) {
    const { service, call, merchantId } = stage
    const key = randomUUID()
    const send = () => call(path, { headers: { 'idempotency-key': key }, body: { name: 'Asha' } })
    await service.world.sql
      .begin(async (tx) => {
        const isFree = keyIsFree(tx, tx`${merchantId}`, tx`'live'`, tx`${key}`)
        assert.deepEqual([...(await tx`select ${isFree} as claimed`)], [{ claimed: true }])
        assertRefused(await send(), '409 idempotency_in_progress')
        throw new Error('the first request fails')
      })
      .catch((error) => assert.equal((error as Error).message, 'the first request fails'))
    assert.equal((await send()).status, 201)
  },
}
