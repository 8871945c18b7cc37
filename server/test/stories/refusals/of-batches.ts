import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { deposit } from '../../../src/ledger/ledger.ts'
import { assertRefused } from './envelope.ts'
import type { Provocations } from './stage.ts'

/** Batches that can be read and are not taken. */
export const refusalsOfBatches: Provocations = {
  async 'the same rows are not taken twice within a week'({ service, merchantId, call }) {
    const { world } = service
    await world.sql`update merchants set verification_status = 'verified' where id = ${merchantId}`
    const book = { merchantId, environment: 'live', currency: 'TZS', reference: null } as const
    await world.sql.begin((tx) =>
      deposit(tx, world, { ...book, amount: 1_000_000n, cause: randomUUID(), description: null }),
    )
    const row = { reference: 'A-1', amount: '1000', destination_code: 'MPESA', destination_name: 'Asha' }
    const ask = () =>
      call('/v1/disbursement-batches', {
        body: {
          merchant_id: merchantId,
          name: 'Salaries',
          rows: [{ ...row, destination_identifier: '0712345678' }],
        },
        headers: { 'idempotency-key': randomUUID() },
      })
    const first = await ask()
    assert.equal(first.status, 202, JSON.stringify(first.body))
    const { details } = assertRefused(await ask(), '409 duplicate_batch')
    assert.deepEqual(details, { batch_id: first.body.data.id })
  },
}
