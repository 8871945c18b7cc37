import assert from 'node:assert/strict'
import type { Environment } from '@malipo/contract'
import type { RefundOrder } from '../../src/providers/providers.ts'
import { failureWords, payoutFailureWords } from '../../src/providers/simulated/codes.ts'
import { callbackSigner } from '../../src/providers/simulated/sign.ts'
import { judgeProvider } from './conformance.ts'
import { openStage, type Stage } from './network-stage.ts'
import { patient } from './patient.ts'

for (const environment of ['live', 'sandbox'] as Environment[]) {
  judgeProvider(`the simulated network in ${environment}`, async () => {
    const stage = await openStage()
    const merchantId = await stage.newMerchant()
    const { liveProvider, sandboxProvider } = stage.network
    return {
      provider: environment === 'live' ? liveProvider : sandboxProvider,
      stranger: environment === 'live' ? sandboxProvider : liveProvider,
      order: () => stage.order({ merchantId, environment }),
      callback: (reference, word) => collectionCallback(stage, reference, word),
      words: { success: 'COMPLETED', failures: [...failureWords.keys()] },
      payOuts: {
        order: () => stage.payOut({ merchantId, environment, identifier: '255700000101' }),
        failing: () => stage.payOut({ merchantId, environment, identifier: '255700000102' }),
        settle: () => stage.pass(500),
        news: {
          callback: (reference, word) => payoutCallback(stage, reference, word),
          words: { success: 'COMPLETED', failures: [...payoutFailureWords.keys()] },
        },
        secrets: [stage.world.vault.auditHash('simulated network callbacks').toString('hex')],
      },
      ...(environment === 'sandbox' && {
        refunds: {
          ofPaid: () => refundOf(stage, merchantId, true),
          ofUnpaid: () => refundOf(stage, merchantId, false),
          settle: () => stage.pass(500),
          secrets: [stage.world.vault.auditHash('simulated network callbacks').toString('hex')],
        },
      }),
      close: stage.close,
    }
  })
}

/** Of a payment in the sandbox, which its phone has paid or was only asked for. */
async function refundOf(stage: Stage, merchantId: string, isPaid: boolean): Promise<RefundOrder> {
  const { collect, lookUp } = patient(stage.network.sandboxProvider)
  const order = stage.order({ merchantId, phone: '255700000001' })
  await collect(order)
  for (let round = 0; isPaid && (await lookUp(order)).kind === 'pending'; round += 1) {
    assert.ok(round < 60, 'nobody pays')
    await stage.pass(1_000)
  }
  return { ...stage.payOut({ merchantId, amount: order.amount }), paidAs: order.reference }
}

function collectionCallback(stage: Stage, reference: string, word: string) {
  const type = failureWords.has(word) ? 'collection.failed' : 'collection.success'
  return signed(stage, { ...told(stage, type, reference, word), payer: '255712345678' })
}

function payoutCallback(stage: Stage, reference: string, word: string) {
  const type = payoutFailureWords.has(word) ? 'disbursement.failed' : 'disbursement.success'
  return signed(stage, told(stage, type, reference, word))
}

function told({ world }: Stage, type: string, reference: string, word: string) {
  return {
    event_id: world.newId(),
    event_type: type,
    provider_reference: reference,
    amount: '1500.00',
    currency: 'TZS',
    payment_status: word,
  }
}

function signed({ world }: Stage, fields: Record<string, string>) {
  const body = JSON.stringify(fields)
  const signature = callbackSigner(world.vault)(body)
  return {
    headers: { 'content-type': 'application/json', 'x-provider-signature': signature },
    body: Buffer.from(body),
  }
}
