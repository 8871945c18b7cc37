import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FailureCode } from '@malipo/contract'
import type { Outcome } from '../../../src/providers/providers.ts'
import { hireAdmin } from '../money/admin.ts'
import { succeeded } from '../money/own-provider.ts'
import { type Fields, referenceOf } from '../money/shop.ts'
import type { Counter } from './counter.ts'
import { hostedPage, payerOf } from './payer.ts'

/** What has to be done on a page before it shows what it should: its form sent as it is, with a number, with one that has rung enough, or spoiled. */
export type Before = 'send' | 'pay' | 'ring' | 'spoil'

/** A name, the page that shows it, the start of its heading in English, what to do there first, and what else it must say. */
export type Shown = [name: string, path: string, heading: string, before?: Before | undefined, says?: string]

const addresses = { redirect_url: 'https://shop.example/thanks', cancel_url: 'https://shop.example/basket' }
export const reasons = [
  'declined',
  'insufficient_funds',
  'wrong_pin',
  'expired',
  'invalid_number',
  'limit',
  'refused',
] as const satisfies FailureCode[]

/** What payers read of each. */
export const said: Record<(typeof reasons)[number], [english: string, swahili: string]> = {
  declined: ['You declined on the phone.', 'Ulikataa kwenye simu.'],
  insufficient_funds: ['Not enough money.', 'Salio halitoshi.'],
  wrong_pin: ['The PIN was wrong.', 'Namba ya siri haikuwa sahihi.'],
  expired: ['Nobody answered in time.', 'Muda wa kujibu uliisha.'],
  invalid_number: ['This number has no mobile money.', 'Namba hii haijasajiliwa kwa malipo ya simu.'],
  limit: ['Over your limit.', 'Kiasi kimezidi kikomo chako.'],
  refused: ['Mixx by Yas refused it.', 'Mixx by Yas imekataa malipo haya.'],
}

export function failedFor(reason: (typeof reasons)[number]): Outcome {
  return { kind: 'failed', providerStatus: reason.toUpperCase(), reason, providerMessage: 'so they say' }
}

export const heldBack = { ...succeeded(), hold: 'somebody should look' } as Outcome
export const takenBack: Outcome = { kind: 'reversed', providerStatus: 'REVERSED' }

export const push = { method: 'USSD_PUSH', phone: '0712345678' }
const code = { method: 'DYNAMIC_QR' }
const notPaid = 'Not paid. Mixx by Yas says you were not charged.'

/** Begins something of which the provider says nothing yet, not even a code. */
export async function begunInSilence(counter: Counter, begin: () => Promise<unknown>): Promise<void> {
  const { script, orders } = counter.provider
  const { collect } = script
  const before = orders.length
  script.collect = undefined
  await begin()
  while (orders.length === before) await sleep(10)
  script.collect = collect
}

/** The provider's word about the last try of a page. */
async function toldOfLast({ provider, service }: Counter, id: string, outcome: Outcome): Promise<void> {
  const [row] = await service.world.sql<{ provider_reference: string }[]>`
    select provider_reference from collections where id = ${id}`
  await provider.tell(service, row?.provider_reference, outcome)
}

/** Every state that a hosted page can be in, made the way it comes about. From then on time stands still. */
export async function makeEveryState(counter: Counter): Promise<Shown[]> {
  const { service, shop, provider } = counter
  const payer = payerOf(service)
  const hosted = (body: Fields = {}) => hostedPage(shop, { ...addresses, description: undefined, ...body })
  const day = 24 * 3_600_000

  async function begun(way: Record<string, string> = push, body: Fields = {}) {
    const { id, path } = await hosted(body)
    await payer.send(path, way)
    return { id, path }
  }

  async function told(outcome: Outcome, way: Record<string, string> = push) {
    const { id, path } = await begun(way)
    await provider.tell(service, referenceOf(id), outcome)
    return { id, path }
  }

  const over = await hosted()
  counter.pass(day)
  await shop.settled(over.id, 'failed', shop.liveKey)
  const unanswered = await begun()
  counter.pass(120_000)
  const help = await begun()
  counter.pass(15_000)
  counter.hold()
  const scan = await begun(code)
  while ((await payer.load(scan.path)).heading !== 'Scan to pay') await sleep(20)
  const preparing = await hosted()
  await begunInSilence(counter, () => payer.send(preparing.path, code))
  const held = await told(heldBack)
  const declined = await told(heldBack)
  const admin = await hireAdmin(service)
  assert.equal((await admin.decide(declined.id, 'decline')).status, 200)
  const returned = await told(succeeded())
  await provider.tell(service, referenceOf(returned.id), takenBack)
  const left = await hosted()
  await payer.post(`${left.path}/leave`, '')
  const another = await begun()
  await payer.post(`${another.path}/another-way`, '')
  const tried = await hosted()
  for (const reason of reasons.slice(0, 5)) {
    await payer.send(`${tried.path}?again=1`, push)
    await toldOfLast(counter, tried.id, failedFor(reason))
  }
  const failed: Shown[] = []
  for (const reason of reasons)
    failed.push([`pay-failed-${reason}`, (await told(failedFor(reason))).path, notPaid])
  const simulated = await hosted()
  await service.world.sql`update collections set provider = 'simulated' where id = ${simulated.id}`
  return [
    ['pay-choose', (await hosted({ description: longText })).path, 'Pay Mama Asha Shop'],
    ['pay-choose-test', simulated.path, 'Pay Mama Asha Shop'],
    ['pay-choose-another', another.path, 'Pay Mama Asha Shop'],
    ['pay-choose-wrong', (await hosted()).path, 'Pay Mama Asha Shop', 'send'],
    ['pay-choose-spoiled', (await hosted()).path, 'What came from the form', 'spoil'],
    ['pay-waiting', (await begun()).path, 'Check your phone'],
    ['pay-waiting-wallet', (await begun({ ...push, method: 'PROVIDER_PESA_PUSH' })).path, 'Check your phone'],
    ['pay-help', help.path, 'Check your phone'],
    ['pay-unanswered', unanswered.path, 'No answer yet.'],
    ['pay-preparing', preparing.path, 'The code is being made'],
    ['pay-scan', scan.path, 'Scan to pay'],
    ['pay-paid', (await told(succeeded())).path, 'Paid'],
    ['pay-held', held.path, 'Payment received'],
    ['pay-returned', returned.path, 'This payment was returned'],
    ['pay-declined', declined.path, 'Not accepted.'],
    ['pay-left', left.path, 'You left without paying.'],
    ['pay-no-tries-left', tried.path, notPaid],
    ['pay-expired', over.path, 'This link has expired.'],
    ['pay-nothing', '/pay/nothing', 'Nothing here.'],
    ...failed,
  ]
}

export const longText =
  'Oda 1042, mifuko miwili ya mchele na mmoja wa maharage, kuchukuliwa sokoni Jumamosi asubuhi'
