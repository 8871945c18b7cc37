import { randomUUID } from 'node:crypto'
import { collectionMethods, withdrawalMethods } from '@malipo/contract'
import { chaseCollections } from '../../../src/collections/collections.ts'
import type { Clock } from '../../../src/primitives/clock.ts'
import type {
  Cancelled,
  Capabilities,
  CollectOrder,
  Float,
  LookedUp,
  Outcome,
  PayOutLookedUp,
  PayOutOrder,
  PayOutOutcome,
  Provider,
  ProviderCallback,
  RawCallback,
  RefundOrder,
} from '../../../src/providers/providers.ts'
import type { Reply, Service } from '../../service.ts'

type Script = {
  /** Under which it is known, and its rows are carried. */
  name?: string
  collect?: ((order: CollectOrder, signal: AbortSignal) => Outcome | Promise<Outcome>) | undefined
  lookUp?: ((reference: string, signal: AbortSignal) => LookedUp | Promise<LookedUp>) | undefined
  payOut?: ((order: PayOutOrder, signal: AbortSignal) => PayOutOutcome | Promise<PayOutOutcome>) | undefined
  lookUpPayOut?: ((reference: string) => PayOutLookedUp | Promise<PayOutLookedUp>) | undefined
  /** Only whoever has one from the beginning returns payments itself. */
  refund?: ((order: RefundOrder) => PayOutOutcome | Promise<PayOutOutcome>) | undefined
  lookUpRefund?: ((reference: string) => PayOutLookedUp | Promise<PayOutLookedUp>) | undefined
  /** Only whoever has one from the beginning can cancel. */
  cancel?: ((reference: string) => Cancelled | Promise<Cancelled>) | undefined
  /** Only whoever has one from the beginning tells its float. */
  balance?: (() => Float) | undefined
  can?: Partial<Capabilities>
}

export type OwnProvider = Provider & {
  orders: CollectOrder[]
  questions: string[]
  payOuts: PayOutOrder[]
  payOutQuestions: string[]
  refunds: RefundOrder[]
  refundQuestions: string[]
  script: Script
  /** Tells the service something, signed or not, as this provider would. */
  tell(service: Service, reference: unknown, outcome: Outcome, told?: OwnTold): Promise<Reply>
}
type OwnTold = {
  eventId?: string
  isGenuine?: boolean
  about?: ProviderCallback['about']
  /** Of money that came for a control number, under the receipt that is the reference. */
  bill?: NonNullable<ProviderCallback['bill']>
  headers?: Record<string, string>
}

const unknown: Extract<Outcome, { kind: 'unknown' }> = { kind: 'unknown', because: 'the test says nothing' }

/** A provider in the test's hands: it says what it is told to, counts what it is asked, and is silent otherwise. */
export function ownProvider(script: Script = {}): OwnProvider {
  const { name = 'own' } = script
  const orders: CollectOrder[] = []
  const questions: string[] = []
  const payOuts: PayOutOrder[] = []
  const payOutQuestions: string[] = []
  const refunds: RefundOrder[] = []
  const refundQuestions: string[] = []
  const told = new Map<string, Pick<ProviderCallback, 'about' | 'bill'> & { outcome: Outcome }>()
  return {
    name,
    can: {
      methods: collectionMethods,
      currencies: ['TZS', 'KES'],
      amounts: { smallest: 1n, least: 1n, most: 999_999_999n },
      refunds: { way: 'pay_out' },
      knowsRepeats: true,
      signsCallbacks: true,
      callbackBytes: 16_384,
      weScreen: true,
      payOuts: {
        methods: withdrawalMethods,
        currencies: ['TZS', 'KES'],
        amounts: { smallest: 1n, least: 1n, most: 999_999_999n },
      },
      ...script.can,
    },
    orders,
    questions,
    payOuts,
    payOutQuestions,
    refunds,
    refundQuestions,
    script,
    async collect(order, signal) {
      orders.push(order)
      return (await script.collect?.(order, signal)) ?? unknown
    },
    async lookUp({ reference }, signal) {
      questions.push(reference)
      return (await script.lookUp?.(reference, signal)) ?? unknown
    },
    async payOut(order, signal) {
      payOuts.push(order)
      return (await script.payOut?.(order, signal)) ?? unknown
    },
    async lookUpPayOut({ reference }) {
      payOutQuestions.push(reference)
      return (await script.lookUpPayOut?.(reference)) ?? unknown
    },
    ...(script.refund && {
      refund: async (order: RefundOrder) => {
        refunds.push(order)
        return (await script.refund?.(order)) ?? unknown
      },
      lookUpRefund: async ({ reference }: { reference: string }) => {
        refundQuestions.push(reference)
        return (await script.lookUpRefund?.(reference)) ?? unknown
      },
    }),
    ...(script.cancel && {
      cancel: async ({ reference }: { reference: string }) => (await script.cancel?.(reference)) ?? unknown,
    }),
    ...(script.balance && { balance: async () => script.balance?.() ?? unknown }),
    readCallback: ({ headers, body }: RawCallback) => {
      const { event_id: eventId, provider_reference: reference } = JSON.parse(Buffer.from(body).toString())
      const said = told.get(eventId) ?? { outcome: unknown, about: 'collection' as const }
      return { eventId, reference, ...said, isGenuine: headers['x-own-signature'] === 'genuine' }
    },
    async tell(service, reference, outcome, how = {}) {
      const { eventId = randomUUID(), isGenuine = true, about = 'collection', bill } = how
      told.set(eventId, { outcome, about, ...(bill && { bill }) })
      return await service.call(`/v1/webhooks/provider/${name}`, {
        body: { event_id: eventId, provider_reference: reference },
        headers: { 'x-own-signature': isGenuine ? 'genuine' : 'forged', ...how.headers },
      })
    },
  }
}

export function pendingWithCode({ reference }: CollectOrder): Outcome {
  return {
    kind: 'pending',
    providerStatus: 'PENDING',
    qr: { paymentToken: reference.slice(-8), payload: `code of ${reference}` },
  }
}

/** Paid in full, or as much as is said. */
export function succeeded(amount?: bigint, currency = 'TZS'): Outcome {
  return {
    kind: 'succeeded',
    providerStatus: 'COMPLETED',
    ...(amount !== undefined && { paid: { amount, currency } }),
  }
}

export const declined: Outcome = {
  kind: 'failed',
  providerStatus: 'CANCELLED',
  reason: 'declined',
  providerMessage: 'no',
}

/** Time in the test's hands, so that days pass without waiting. */
export function ownClock(): Clock & { pass(ms: number): void } {
  let nowMs = Date.now()
  return {
    now: () => new Date(nowMs),
    pass: (ms) => {
      nowMs += ms
    },
  }
}

/** Asks once more about whatever that is due for. */
export async function lookAgain({ lookUps }: Service['parts']): Promise<void> {
  while ((await lookUps.round()) > 0);
  await lookUps.settled()
}

/** One round of what a worker does on its own. With `ROLE: 'api'` nobody else does it. */
export async function workOnce({ world, parts }: Service): Promise<number> {
  const { registry, resolve } = parts
  const chased = await chaseCollections({ world, registry, resolve })
  await parts.play()
  await lookAgain(parts)
  return chased
}
