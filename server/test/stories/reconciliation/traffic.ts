import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { operations } from '@malipo/contract'
import { createIdentify } from '../../../src/auth/auth.ts'
import type { Entry } from '../../../src/gateways/book.ts'
import { requestWithdrawal } from '../../../src/withdrawals/request-withdrawals.ts'
import { decideWithdrawal } from '../../../src/withdrawals/withdrawals.ts'
import { inTurns, type Market } from './market.ts'

type Kind = 'push' | 'code' | 'payout'
type Fault = { fault: string; on: string } | null

/** One transaction as chance wants it: what it is, what its call meets, and how its provider turns after it is over. */
type Wish = { kind: Kind; fault: Fault; party: string; turn: Entry['state'] | null }

export type Traffic = { wishes: Wish[]; counts: Record<string, number> }

/** 255754… pays and is paid; the others play by the table of the sandbox. */
const [somebody, declines, refusedPayOut] = ['255754345678', '255700000002', '255700000102']
export const paysMore = '255700000012'

/** Draws so many transactions: a tenth are payouts, 5 % ambiguous, 1 % contradictory, 5 % declined. */
export function drawTraffic(many: number, chance: () => number): Traffic {
  const wishes = Array.from({ length: many }, (): Wish => drawOne(chance))
  const counts: Record<string, number> = { payouts: 0, ambiguous: 0, contradictory: 0 }
  for (const { kind, fault, party, turn } of wishes) {
    if (kind === 'payout') counts.payouts = (counts.payouts ?? 0) + 1
    if (fault !== null) counts.ambiguous = (counts.ambiguous ?? 0) + 1
    if (turn !== null || party === paysMore) counts.contradictory = (counts.contradictory ?? 0) + 1
  }
  return { wishes, counts }
}

function drawOne(chance: () => number): Wish {
  const kind: Kind = chance() < 0.1 ? 'payout' : chance() < 0.7 ? 'code' : 'push'
  const [fate, which] = [chance(), chance()]
  if (fate < 0.05)
    return {
      kind: kind === 'payout' ? 'payout' : 'push',
      fault: ambiguity(kind, which),
      party: somebody,
      turn: null,
    }
  if (fate < 0.06) return contradiction(kind, which)
  const party = kind !== 'payout' && fate < 0.11 ? declines : somebody
  return { kind, fault: null, party, turn: null }
}

function ambiguity(kind: Kind, which: number): Fault {
  const fault = which < 0.5 ? 'ambiguous_before' : 'ambiguous_after'
  if (kind === 'payout') return { fault, on: 'walletcashin' }
  return { fault, on: which * 4 - Math.floor(which * 4) < 0.5 ? 'create-order' : 'wallet-payment' }
}

/** Paid after it had failed, failed after it was paid, paid otherwise, or taken back in silence. */
function contradiction(kind: Kind, which: number): Wish {
  if (kind === 'payout')
    return which < 0.5
      ? { kind, fault: null, party: refusedPayOut, turn: 'paid' }
      : { kind, fault: null, party: somebody, turn: 'reversed' }
  if (which < 0.3) return { kind: 'push', fault: null, party: declines, turn: 'paid' }
  if (which < 0.6) return { kind: 'push', fault: null, party: somebody, turn: 'failed' }
  return {
    kind: 'push',
    fault: null,
    party: which < 0.8 ? paysMore : somebody,
    turn: which < 0.8 ? null : 'reversed',
  }
}

export type Sent = Wish & { id: string; reference: string }

/** Asks for all of it, through the doors that callers come to and the adapter; each fault strikes those whom it is meant for. */
export async function sendTraffic(market: Market, { wishes }: Traffic): Promise<Sent[]> {
  const { gateway } = market
  const byFault = Map.groupBy(wishes, ({ fault }) => JSON.stringify(fault))
  const sent: Sent[] = []
  for (const some of byFault.values()) {
    const fault = some[0]?.fault ?? null
    if (fault !== null) gateway.faults.add(fault)
    const [payouts, collections] = [some.filter(isPayout), some.filter((one) => !isPayout(one))]
    sent.push(...(await inTurns(collections, 100, (wish) => collect(market, wish))))
    sent.push(...(await payOut(market, payouts)))
    await market.work()
    gateway.faults.clear()
  }
  for (const { kind, reference, party } of sent) {
    const code = kind === 'code' && gateway.book.find('order', reference)?.notes.qr
    if (code) assert.ok(gateway.scan(code, party))
  }
  return sent
}

const isPayout = ({ kind }: Wish) => kind === 'payout'

async function collect({ service, till }: Market, wish: Wish): Promise<Sent> {
  const isCode = wish.kind === 'code'
  const { merchantId } = till
  const caller = {
    merchantId,
    environment: 'live',
    merchant: { name: 'Shop', is_active: true },
    by: null,
  } as const
  const mark = () => ({
    scope: merchantId,
    environment: 'live' as const,
    key: randomUUID(),
    fingerprint: Buffer.alloc(32),
  })
  const draft = {
    family: 'B',
    method: isCode ? 'DYNAMIC_QR' : 'USSD_PUSH',
    amount: '1500.00',
    currency: 'TZS',
    ...(isCode ? { livesForMs: 900_000 } : { phone: wish.party }),
  } as const
  const row = await service.parts.collect(
    { caller, mark, replayed() {} },
    operations.createDynamicQrCollection,
    draft,
  )
  return { ...wish, id: row.id, reference: row.provider_reference }
}

/** Asked for and approved in one transaction, by those whom the routes would have let through. */
async function payOut({ service, till, desk }: Market, wishes: Wish[]): Promise<Sent[]> {
  const { world, parts } = service
  const asking = await createIdentify({ ...world, sessions: parts.sessions })(
    { authorization: `Bearer ${till.liveKey}` },
    '127.0.0.1',
  )
  assert.ok(asking.kind === 'key')
  const { environment, merchant } = asking
  const caller = {
    kind: 'actor',
    merchantId: merchant.id,
    merchant,
    environment,
    role: null,
    by: asking,
  } as const
  const admin = { adminId: desk.adminId, hasSecondFactor: true, requestId: 'market', environment } as const
  await parts.registry.ready()
  return await world.sql.begin(async (tx) => {
    const sent: Sent[] = []
    for (const wish of wishes) {
      const { id, provider_reference: reference } = await requestWithdrawal(
        tx,
        world,
        parts.registry,
        caller,
        { ...aThousand, identifier: { field: 'destination_phone', value: wish.party } },
        null,
      )
      await decideWithdrawal(tx, parts, admin, id, approval)
      sent.push({ ...wish, id, reference })
    }
    return sent
  })
}

const aThousand = {
  method: 'MOBILE_MONEY',
  amount: '1000.00',
  destinationCode: 'MPESA',
  destinationName: 'Asha',
  bankName: undefined,
  bankAccountName: undefined,
} as const

const approval = {
  action: 'approve',
  to: 'PROCESSING',
  from: ['PENDING_ADMIN_APPROVAL'],
  note: null,
} as const

/** After all is over the provider thinks again about some, and tells nobody. */
export function turnAround({ gateway }: Market, sent: Sent[]): void {
  for (const { kind, reference, turn } of sent) {
    const entry = gateway.book.find(kind === 'payout' ? 'walletcashin' : 'order', reference)
    if (turn === null || entry === null) continue
    entry.state = turn
    entry.paidAmount = turn === 'paid' ? entry.amount : entry.paidAmount
    entry.reason = turn === 'failed' ? 'refused' : null
  }
}
