import assert from 'node:assert/strict'
import type { FailureCode } from '@malipo/contract'
import type { Outcome } from '../../../src/providers/providers.ts'
import { hireAdmin } from '../money/admin.ts'
import { succeeded } from '../money/own-provider.ts'
import { type Fields, referenceOf } from '../money/shop.ts'
import type { Counter } from './counter.ts'
import { hostedPage, payerOf } from './payer.ts'

/** A name, the page that shows it, and whether its form has to be sent as it is to see it. */
export type Shown = [name: string, path: string, send?: true]

const addresses = { redirect_url: 'https://shop.example/thanks', cancel_url: 'https://shop.example/basket' }
const reasons: Exclude<FailureCode, 'rejected'>[] = [
  'declined',
  'insufficient_funds',
  'wrong_pin',
  'expired',
  'invalid_number',
  'limit',
  'refused',
]

export function failedFor(reason: (typeof reasons)[number]): Outcome {
  return { kind: 'failed', providerStatus: reason.toUpperCase(), reason, providerMessage: 'so they say' }
}

/** Every state that a hosted page can be in, made the way it comes about. */
export async function makeEveryState(counter: Counter): Promise<Shown[]> {
  const { service, shop, provider } = counter
  const payer = payerOf(service)
  const push = { method: 'USSD_PUSH', phone: '0712345678' }
  const hosted = (body: Fields = {}) => hostedPage(shop, { ...addresses, description: undefined, ...body })

  async function told(outcome: Outcome, way: Record<string, string> = push) {
    const { id, path } = await hosted()
    await payer.send(path, way)
    await provider.tell(service, referenceOf(id), outcome)
    return { id, path }
  }

  const choose = await hosted({
    description:
      'Oda 1042, mifuko miwili ya mchele na mmoja wa maharage, kuchukuliwa sokoni Jumamosi asubuhi',
  })
  const unanswered = await hosted()
  await payer.send(unanswered.path, push)
  counter.pass(120_000)
  const help = await hosted()
  await payer.send(help.path, push)
  counter.pass(15_000)
  const scan = await hosted()
  await payer.send(scan.path, { method: 'DYNAMIC_QR' })
  await shop.settled(scan.id, 'processing', shop.liveKey)
  const held = await told({ ...succeeded(), hold: 'somebody should look' } as Outcome)
  const declined = await told({ ...succeeded(), hold: 'somebody should look' } as Outcome)
  const admin = await hireAdmin(service)
  const decided = await admin.decide(declined.id, 'decline')
  assert.equal(decided.status, 200)
  const returned = await told(succeeded())
  await provider.tell(service, referenceOf(returned.id), { kind: 'reversed', providerStatus: 'REVERSED' })
  const paid = await told(succeeded())
  const failed: Shown[] = []
  for (const reason of reasons) failed.push([`failed-${reason}`, (await told(failedFor(reason))).path])
  const waiting = await hosted()
  await payer.send(waiting.path, push)
  return [
    ['choose', choose.path],
    ['choose-wrong', (await hosted()).path, true],
    ['waiting', waiting.path],
    ['help', help.path],
    ['unanswered', unanswered.path],
    ['scan', scan.path],
    ['paid', paid.path],
    ['held', held.path],
    ['returned', returned.path],
    ['declined', declined.path],
    ['nothing', '/pay/nothing'],
    ...failed,
  ]
}
