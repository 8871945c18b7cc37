import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { batchSender } from '../../../src/batches/batches.ts'
import { dataOf, type Fields } from '../money/shop.ts'
import { inShort } from '../parts/newcomers.ts'
import type { RefundStage } from '../refunds/stage.ts'
import { zuhura } from './canaries.ts'

type Counter = Awaited<ReturnType<RefundStage['openCounter']>>

const keyed = () => ({ 'idempotency-key': randomUUID() })

/** A batch that is called by her name, with her among its rows, and talked about by both sides. */
export async function payAmongOthers(stage: RefundStage, shop: Counter): Promise<void> {
  const { name, dialled, word } = zuhura
  const base = '/v1/disbursement-batches'
  const place = { amount: '1000', destination_code: 'MPESA' }
  const { id, content_hash } = dataOf(
    await shop.dashboard(base, 'live', {
      body: {
        ...{ merchant_id: shop.merchantId, name: `Salary of ${name} and another`, metadata: { for: word } },
        rows: [
          { ...place, reference: 'B-1', destination_identifier: '0754000222', destination_name: 'Juma Mtu' },
          { ...place, reference: 'B-2', destination_identifier: dialled, destination_name: name },
        ],
      },
      headers: keyed(),
    }),
  )
  const decide = async (action: string, body: Fields) => {
    const path = `/v1/admin/disbursement-batches/${id}/${action}`
    assert.equal(inShort(await stage.desk.call(path, 'live', { body })), '200')
  }
  await decide('request-info', { note: `Who is ${name} (${dialled})?` })
  const answered = await shop.dashboard(`${base}/${id}/info`, 'live', {
    body: { message: `${name} cooks for us, call +${zuhura.phone}.` },
    headers: keyed(),
  })
  assert.equal(inShort(answered), '200')
  const { history } = dataOf(answered) as { history: Fields[] }
  assert.deepEqual(
    history.slice(1).map(({ note }) => note),
    ['Who is [name] ([number])?', '[name] cooks for us, call [number].'],
  )
  await decide('approve', { content_hash, note: `${name}: known to us` })
  const send = batchSender(stage.service.world)
  for (const _round of [1, 2]) {
    await send()
    await stage.work()
  }
  const done = dataOf(await shop.dashboard(`${base}/${id}`, 'live'))
  assert.equal(done.status, 'DONE')
}
