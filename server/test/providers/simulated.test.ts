import type { Environment } from '@malipo/contract'
import { failureWords } from '../../src/providers/simulated/network-words.ts'
import { callbackSigner } from '../../src/providers/simulated/sign-callback.ts'
import { judgeProvider } from './conformance.ts'
import { openStage } from './network-stage.ts'

for (const environment of ['live', 'sandbox'] as Environment[]) {
  judgeProvider(`the simulated network in ${environment}`, async () => {
    const stage = await openStage()
    const merchantId = await stage.newMerchant()
    const { liveProvider, sandboxProvider } = stage.network
    return {
      provider: environment === 'live' ? liveProvider : sandboxProvider,
      order: () => stage.order({ merchantId, environment }),
      callback: (reference, word) => signed(stage, reference, word),
      words: { success: 'COMPLETED', failures: [...failureWords.keys()] },
      close: stage.close,
    }
  })
}

function signed({ world }: Awaited<ReturnType<typeof openStage>>, reference: string, word: string) {
  const isFailure = failureWords.has(word)
  const body = JSON.stringify({
    event_id: world.newId(),
    event_type: isFailure ? 'collection.failed' : 'collection.success',
    provider_reference: reference,
    amount: '1500.00',
    currency: 'TZS',
    payment_status: word,
    payer: '255712345678',
  })
  const signature = callbackSigner(world.vault)(body)
  return {
    headers: { 'content-type': 'application/json', 'x-provider-signature': signature },
    body: Buffer.from(body),
  }
}
