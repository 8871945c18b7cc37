import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { PayOutOutcome } from '../../../src/providers/providers.ts'
import type { Reply } from '../../service.ts'
import { declined, type OwnProvider, succeeded } from '../../stories/money/own-provider.ts'
import type { Fields } from '../../stories/money/shop.ts'
import type { Desk } from '../../stories/payouts/desk.ts'
import { accepted } from '../../stories/payouts/stage.ts'
import type { Till } from '../../stories/payouts/till.ts'
import { until } from '../../test-clusters.ts'

type Stage = { till: Till; provider: OwnProvider; desk: Desk }

const people = [
  'Asha Salim',
  'Baraka Mushi',
  'Consolata Mwakalinga',
  'Daudi Juma',
  'Esther Kimaro',
  'Fatuma Ally',
]

/** A batch in each state that it can be in. */
export async function makeBatches({ till, provider, desk }: Stage) {
  const base = '/v1/disbursement-batches'
  const ask = async (name: string, first: number, count: number): Promise<Fields> => {
    const rows = Array.from({ length: count }, (_, at) => ({
      reference: `SALARY-${first + at}`,
      amount: `${(at + 3) * 25_000}.00`,
      destination_code: at % 3 === 2 ? 'AIRTEL_MONEY' : 'MPESA',
      destination_identifier: `25575401${first + (at === count - 1 ? 0 : at)}`,
      destination_name: people[at % people.length],
    }))
    const body = { merchant_id: till.merchantId, name, rows, metadata: { month: '2026-11' } }
    const headers = { 'idempotency-key': randomUUID() }
    return good(await till.dashboard(base, 'live', { body, headers }))
  }
  const decide = async ({ id }: Fields, action: string, body: Fields) =>
    good(await desk.call(`/v1/admin/disbursement-batches/${id}/${action}`, 'live', { body }))
  const sent = async (name: string, first: number, count: number, answer: (at: number) => PayOutOutcome) => {
    let at = 0
    provider.script.payOut = () => answer(at++)
    const batch = await ask(name, first, count)
    await decide(batch, 'approve', { content_hash: batch.content_hash, except: [2] })
    return batch
  }
  const done = await sent('Mishahara Oktoba', 2000, 6, (at) => (at % 3 === 1 ? declined : succeeded()))
  await until(async () => good(await till.dashboard(`${base}/${done.id}`, 'live')).status === 'DONE')
  const running = await sent('Wauzaji wa mchele', 3000, 6, () => accepted)
  const paused = await sent('Washindi wa promosheni', 4000, 5, () => accepted)
  await decide(paused, 'pause', { note: 'The network told us of trouble tonight.' })
  const asked = await ask('Posho', 5000, 4)
  await decide(asked, 'request-info', { note: 'Who are they, and why twice this month?' })
  const waiting = await ask('Mishahara Novemba', 2000, 7)
  return {
    batchId: String(waiting.id),
    doneBatchId: String(done.id),
    runningBatchId: String(running.id),
    pausedBatchId: String(paused.id),
    askedBatchId: String(asked.id),
  }
}

function good({ status, body }: Reply): Fields {
  assert.ok(status < 300, `${status} ${JSON.stringify(body)}`)
  return body.data
}
