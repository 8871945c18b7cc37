import { randomUUID } from 'node:crypto'
import { type ClickpesaAccount, sumOf } from '../../../src/gateways/clickpesa/account.ts'
import { clickpesaDialect, openGateway } from '../../../src/gateways/gateways.ts'
import { referenceOf } from '../../../src/primitives/reference.ts'
import { openClickpesa } from '../../../src/providers/clickpesa/clickpesa.ts'
import { paymentStatuses, payOutStatuses } from '../../../src/providers/clickpesa/codes.ts'
import type { Tokens } from '../../../src/providers/clickpesa/tokens.ts'
import type { CollectOrder, PayOutOrder, RawCallback } from '../../../src/providers/providers.ts'
import type { Defendant } from '../defendant.ts'
import { readRecordings } from '../recordings.ts'

const recordings = new URL('../../../src/providers/clickpesa/recordings/', import.meta.url)

/** The key is the one that recordings are signed with. */
export const testAccount: ClickpesaAccount = {
  clientId: 'IDCLIENT',
  apiKey: 'an-api-key-for-tests',
  checksumKey: 'secret-key',
  checksumVersion: 'current',
  webhookUrl: () => null,
  signsIn: 'header',
}

export type ClickpesaStage = Awaited<ReturnType<typeof openClickpesaStage>>

/** The gateway of an account with a clock of the test's, and the adapter that is set up for it. */
export async function openClickpesaStage(change: Partial<ClickpesaAccount> = {}) {
  const account = { ...testAccount, ...change }
  let nowMs = Date.UTC(2026, 10, 16, 9)
  const gateway = await openGateway(clickpesaDialect(account), {
    clock: { now: () => new Date(nowMs) },
    chance: () => 0,
    signsCallbacks: true,
  })
  const { clientId, apiKey, checksumKey, checksumVersion } = account
  const settings = {
    url: `${gateway.url}/third-parties`,
    clientId,
    apiKey,
    checksumKey,
    checksumVersion,
  }
  return {
    account,
    gateway,
    settings,
    provider: openClickpesa(settings),
    pass(ms: number): void {
      nowMs += ms
      gateway.advance()
    },
    callsOf: (call: string) => gateway.calls.filter((one) => one.call === call).length,
  }
}

/** A token that holds, so that whoever replays a call hears of that call alone. */
const heldToken: Tokens = { current: async () => ({ kind: 'token', token: 'Bearer held' }), drop() {} }

/** ClickPesa before its judge. */
export async function clickpesaDefendant(): Promise<Defendant> {
  const { gateway, provider, settings, pass } = await openClickpesaStage()
  const wordsOf = (statuses: ReadonlyMap<string, string>) => ({
    success: 'SUCCESS',
    failures: [...statuses].flatMap(([word, kind]) => (kind === 'failed' ? [word] : [])),
  })
  return {
    provider,
    order: pushOrder,
    callback: paymentCallback,
    words: wordsOf(paymentStatuses),
    secrets: [settings.apiKey, settings.checksumKey],
    payOuts: {
      order: walletPayOut,
      failing: () => ({ ...walletPayOut(), identifier: '255700000102' }),
      settle: async () => pass(1_000),
      news: { callback: payOutCallback, words: wordsOf(payOutStatuses) },
      secrets: [settings.apiKey, settings.checksumKey],
    },
    hang() {
      gateway.faults.add({ fault: 'silent_before' })
      return { end: gateway.faults.clear }
    },
    recorded: {
      recordings: readRecordings(recordings),
      openAt: (url) => openClickpesa({ ...settings, url }, heldToken),
    },
    close: gateway.close,
  }
}

export function pushOrder(): CollectOrder {
  return {
    reference: referenceOf('MLP', randomUUID()),
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

export function walletPayOut(): PayOutOrder {
  return {
    reference: referenceOf('MLW', randomUUID()),
    merchantId: randomUUID(),
    method: 'MOBILE_MONEY',
    amount: 100_000n,
    currency: 'TZS',
    destinationCode: 'MPESA',
    recipientName: 'Asha Juma',
    identifier: '255712345678',
  }
}

function paymentCallback(reference: string, status: string): RawCallback {
  const event = status === 'FAILED' ? 'PAYMENT FAILED' : 'PAYMENT RECEIVED'
  const paid = { collectedAmount: '1500', collectedCurrency: 'TZS' }
  return signed({ event, data: { id: `LCP${reference}`, orderReference: reference, status, ...paid } })
}

const eventOfStatus: ReadonlyMap<string, string> = new Map([
  ['FAILED', 'PAYOUT REVERSED'],
  ['REFUNDED', 'PAYOUT REFUNDED'],
  ['REVERSED', 'PAYOUT REVERSED'],
])

function payOutCallback(reference: string, status: string): RawCallback {
  const event = eventOfStatus.get(status) ?? 'PAYOUT INITIATED'
  return signed({ event, data: { id: `PAY${reference}`, orderReference: reference, status } })
}

function signed(payload: Record<string, unknown>): RawCallback {
  const headers = {
    'content-type': 'application/json',
    'x-clickpesa-signature': sumOf(testAccount, payload),
  }
  return { headers, body: Buffer.from(JSON.stringify(payload)) }
}
