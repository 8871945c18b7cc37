import { randomUUID } from 'node:crypto'
import { openSelcomGateway } from '../../src/gateways/gateways.ts'
import { signedCallbackHeaders } from '../../src/gateways/selcom/signatures.ts'
import { referenceOf } from '../../src/primitives/reference.ts'
import type { CollectOrder, PayOutOrder } from '../../src/providers/providers.ts'
import { openSelcom, type SelcomSettings } from '../../src/providers/selcom/selcom.ts'
import type { Defendant } from './defendant.ts'
import { readRecordings } from './recordings.ts'

/** Sample keys of the documentation, and a PIN that no number contains. */
export const selcomKeys = {
  apiKey: '202cb962ac59075b964b07152d234b70',
  apiSecret: '81dc9bdb52d04dc20036dbd8313ed055',
  vendor: 'TILL60917564',
  floatAccount: 'FLOAT60917565',
  floatPin: 'pin-93817',
}

const secrets = [selcomKeys.apiKey, btoa(selcomKeys.apiKey), selcomKeys.apiSecret, selcomKeys.floatPin]

export const selcomSettings = (baseUrl: string): SelcomSettings => ({
  ...selcomKeys,
  baseUrl,
  senderName: 'Malipo',
  senderPhone: '255754000001',
  buyerEmail: 'payments@shop.example',
})

/** The moment at which recordings are replayed, and the only id that is given there. */
const recordedAt = new Date('2026-11-16T06:30:46Z')
const recordedWorld = {
  clock: { now: () => recordedAt },
  newId: () => '0198c8a0-0000-7000-8000-000000000001',
  baseUrl: 'https://pay.example.com',
}

/** The adapter before its judge, with a gateway that speaks Selcom's dialect. */
export async function selcomDefendant(): Promise<Defendant> {
  const { clock } = recordedWorld
  const gateway = await openSelcomGateway(selcomKeys, { clock, chance: () => 0 })
  return {
    provider: openSelcom(selcomSettings(`${gateway.url}/v1`), {
      clock,
      newId: randomUUID,
      baseUrl: 'https://pay.example.com',
    }),
    order: selcomOrder,
    callback: selcomCallback,
    words: {
      success: 'COMPLETED',
      failures: ['CANCELLED', 'CANCEL', 'USERCANCELLED', 'USERCANCELED', 'REJECTED'],
    },
    async pay({ reference }) {
      const entry = gateway.book.find('order', reference)
      if (!entry || !gateway.book.end(entry, 'paid')) throw new Error(`${reference} cannot be paid.`)
    },
    secrets,
    payOuts: {
      order: () => selcomPayOut('255700000106'),
      failing: () => selcomPayOut('255700000102'),
      secrets,
    },
    hang() {
      gateway.faults.add({ fault: 'silent_before' })
      return { end: () => gateway.faults.clear() }
    },
    recorded: {
      recordings: readRecordings(new URL('../../src/providers/selcom/recordings/', import.meta.url)),
      openAt: (url) => openSelcom(selcomSettings(url), recordedWorld),
    },
    close: gateway.close,
  }
}

/** As the gateway posts it: nine fields of text, with the signature that is documented, which makes it no more than a hint. */
function selcomCallback(reference: string, word: string) {
  const fields = {
    result: 'SUCCESS',
    resultcode: '000',
    order_id: reference,
    transid: 'CKG1A2B3C4',
    reference: '0908273645',
    channel: 'MPESA-TZ',
    amount: '1500',
    phone: '255712345678',
    payment_status: word,
  }
  const signature = signedCallbackHeaders(selcomKeys, fields, recordedAt)
  return {
    headers: { 'content-type': 'application/json', ...signature },
    body: Buffer.from(JSON.stringify(fields)),
  }
}

function selcomOrder(): CollectOrder {
  return {
    reference: referenceOf('MLP', randomUUID()),
    merchantId: randomUUID(),
    merchantName: 'Duka la Asha',
    method: 'USSD_PUSH',
    amount: 150_000n,
    currency: 'TZS',
    phone: '255754345678',
    expiresAt: null,
    description: null,
  }
}

function selcomPayOut(identifier: string): PayOutOrder {
  return {
    reference: referenceOf('MLW', randomUUID()),
    merchantId: randomUUID(),
    method: 'MOBILE_MONEY',
    amount: 1_000_000n,
    currency: 'TZS',
    destinationCode: 'MPESA',
    recipientName: 'Asha Juma',
    identifier,
  }
}
