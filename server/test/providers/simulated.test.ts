import type { Environment } from '@malipo/contract'
import { failureWords, payoutFailureWords } from '../../src/providers/simulated/codes.ts'
import { callbackSigner } from '../../src/providers/simulated/sign.ts'
import { judgeProvider } from './conformance.ts'
import { openStage, type Stage } from './network-stage.ts'

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
      close: stage.close,
    }
  })
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
