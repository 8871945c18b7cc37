import { randomUUID } from 'node:crypto'
import type { CollectOrder, PayOutOrder } from '../../../src/providers/providers.ts'
import type { Defendant } from '../defendant.ts'
import { readRecordings } from '../recordings.ts'
import { failureCodes, paidCode } from './codes.ts'
import { openToyGateway, toyCallback, toyKey } from './gateway.ts'
import { openToy } from './toy.ts'

/** The toy before its judge, with a gateway of its own. */
export async function toyDefendant(): Promise<Defendant> {
  const gateway = await openToyGateway()
  return {
    provider: openToy(gateway.settings),
    order: toyOrder,
    callback: (reference, word) => toyCallback('push', reference, word),
    words: { success: paidCode, failures: [...failureCodes.keys()] },
    pay: async ({ reference }) => gateway.end('push', reference),
    secrets: [toyKey],
    payOuts: {
      order: toyPayOut,
      failing: toyPayOut,
      settle: async () => gateway.endAll('207'),
      news: {
        callback: (reference, word) => toyCallback('send', reference, word),
        words: { success: paidCode, failures: [...failureCodes.keys()] },
      },
      secrets: [toyKey],
    },
    hang: gateway.hang,
    recorded: {
      recordings: readRecordings(new URL('./recordings/', import.meta.url)),
      openAt: (url) => openToy({ url, key: toyKey }),
    },
    close: gateway.close,
  }
}

export function toyOrder(): CollectOrder {
  return {
    reference: `MLP${randomUUID()}`,
    merchantId: randomUUID(),
    merchantName: 'Duka la Asha',
    method: 'USSD_PUSH',
    amount: 150_000n,
    currency: 'TZS',
    phone: '255712345678',
    expiresAt: null,
    description: null,
  }
}

function toyPayOut(): PayOutOrder {
  return {
    reference: `MLW${randomUUID()}`,
    merchantId: randomUUID(),
    method: 'MOBILE_MONEY',
    amount: 1_000_000n,
    currency: 'TZS',
    destinationCode: 'MPESA',
    recipientName: 'Asha Juma',
    identifier: '255712345678',
  }
}
