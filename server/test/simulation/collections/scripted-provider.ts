import { collectionMethods, type Environment, withdrawalMethods } from '@malipo/contract'
import type {
  Cancelled,
  CollectOrder,
  LookedUp,
  Outcome,
  Provider,
} from '../../../src/providers/providers.ts'
import { providerNames, readWord } from '../kernel/callback-bytes.ts'
import type { Chance } from '../kernel/chance.ts'
import { type Owner, openWire, refuseTheDead, type Wire } from '../kernel/wire.ts'

export type Payment = {
  label: string
  reference: string
  merchantId: string
  environment: Environment
  /** Who has it; the others have never heard of it. */
  provider: string
  amount: bigint
  currency: string
  expiresAt: Date | null
  method: string
  state: 'waiting' | 'paid' | 'declined' | 'reversed'
  paid: { amount: bigint; currency: string } | null
  payer: string | null
  hold: string | null
}

/** The provider's side of the world: what is true there, whatever we were told of it. */
export type Network = Wire & {
  payments: Map<string, Payment>
  /** Everything that was ever said of a payment, by label: words that may have reached us. */
  told: Map<string, Set<string>>
  knowsRepeats: boolean
  /** Those that carry live payments, in the order of their list. */
  live: readonly string[]
  /** How often each reference was sent. */
  sends: Map<string, number>
  tell(label: string, word: LookedUp['kind']): void
  providerFor(environment: Environment, owner: Owner, name?: string): Provider
}

type Options = Parameters<typeof openWire>[0] & {
  knowsRepeats: boolean
  live: readonly string[]
  onSend(order: CollectOrder): void
  /** What the simulation calls the payment of that reference, and which of its tries it is. */
  tryOf(reference: string): { label: string; order: number }
}

const amounts = { smallest: 1n, least: 1n, most: 10_000_000n }

export function scriptedNetwork({ knowsRepeats, live, onSend, tryOf, ...options }: Options): Network {
  const network: Network = Object.assign(openWire(options), {
    payments: new Map<string, Payment>(),
    told: new Map<string, Set<string>>(),
    knowsRepeats,
    live,
    sends: new Map<string, number>(),
    tell(label: string, word: LookedUp['kind']) {
      const said = network.told.get(label) ?? new Set()
      network.told.set(label, said.add(word))
    },
    providerFor: (environment: Environment, owner: Owner, name = providerNames[environment]): Provider => ({
      name,
      can: {
        methods: collectionMethods,
        currencies: ['TZS', 'KES'],
        amounts,
        refunds: { way: 'pay_out' },
        knowsRepeats,
        signsCallbacks: true,
        callbackBytes: 16_384,
        weScreen: environment === 'live',
        payOuts: { methods: withdrawalMethods, currencies: ['TZS', 'KES'], amounts },
      },
      collect: async (order) => {
        refuseTheDead(owner)
        const label = order.description ?? ''
        onSend(order)
        network.sends.set(order.reference, (network.sends.get(order.reference) ?? 0) + 1)
        return await network.answer({
          label,
          order: tryOf(order.reference).order,
          owner,
          what: 'collect',
          decide: (chance) => takeOrder(network, chance, { ...order, environment, provider: name }, label),
          onSaid: ({ kind }) => network.tell(label, kind),
        })
      },
      lookUp: async ({ reference }) => {
        refuseTheDead(owner)
        const { label, order } = tryOf(reference)
        return await network.answer({
          label,
          order,
          owner,
          what: 'look up',
          decide: (chance) => lookUp(network, chance, ownOf(network, name, reference)),
          onSaid: ({ kind }) => network.tell(label, kind),
        })
      },
      cancel: async ({ reference }) => {
        refuseTheDead(owner)
        const { label, order } = tryOf(reference)
        return await network.answer({
          label,
          order,
          owner,
          what: 'cancel',
          decide: (chance) => cancel(network, chance, ownOf(network, name, reference)),
          onSaid: ({ kind }) => network.tell(label, kind === 'cancelled' ? 'failed' : kind),
        })
      },
      // The simulation asks for no payouts: whoever sends one all the same is not told that it went well.
      payOut: async () => ({ kind: 'unknown', because: 'nothing is paid out here' }),
      lookUpPayOut: async () => ({ kind: 'never_seen' }),
      readCallback: readWord,
    }),
  })
  return network
}

type Order = CollectOrder & { environment: Environment; provider: string }

function ownOf({ payments }: Network, provider: string, reference: string): Payment | undefined {
  const payment = payments.get(reference)
  return payment?.provider === provider ? payment : undefined
}

function takeOrder(network: Network, chance: Chance, order: Order, label: string): Outcome | 'silence' {
  const known = network.payments.get(order.reference)
  if (known) return network.isHealthy || chance.happens(0.8) ? outcomeOf(known) : 'silence'
  const mood = network.isHealthy ? 1 : chance.number()
  if (mood < 0.07) return 'silence'
  if (mood < 0.1) return { kind: 'unknown', because: 'a page of HTML' }
  // Nothing is taken in, and whoever is next in the list may be asked.
  const mayRefuse = order.environment === 'live' && network.live.length > 1 && !network.isHealthy
  if (mayRefuse && chance.happens(0.2)) return refused
  const payment = accept(network, chance, order, label)
  if (mood < 0.17) return 'silence'
  if (mood < 0.2) return { kind: 'unknown', because: 'half an answer' }
  if (mood < 0.25) payment.state = 'declined'
  if (mood >= 0.25 && mood < 0.32) pay(payment)
  return outcomeOf(payment)
}

const refused: Outcome = {
  kind: 'failed',
  providerStatus: 'REFUSED',
  reason: 'refused',
  providerMessage: 'not with us',
}

function accept(network: Network, chance: Chance, order: Order, label: string): Payment {
  const payment: Payment = {
    label,
    reference: order.reference,
    merchantId: order.merchantId,
    environment: order.environment,
    provider: order.provider,
    amount: order.amount,
    currency: order.currency,
    expiresAt: order.expiresAt,
    method: order.method,
    state: 'waiting',
    paid: null,
    payer: null,
    hold: order.environment === 'sandbox' && chance.happens(0.1) ? 'risk' : null,
  }
  network.payments.set(order.reference, payment)
  return payment
}

export function pay(payment: Payment, paid?: { amount: bigint; currency: string }): void {
  payment.state = 'paid'
  payment.paid = paid ?? { amount: payment.amount, currency: payment.currency }
}

function lookUp(network: Network, chance: Chance, payment: Payment | undefined): LookedUp | 'silence' {
  const mood = network.isHealthy ? 1 : chance.number()
  if (mood < 0.08) return 'silence'
  if (mood < 0.14) return { kind: 'unknown', because: 'a code that nobody knows' }
  // It forgets for a moment what it has.
  if (mood < 0.17 || !payment) return { kind: 'never_seen' }
  return outcomeOf(payment)
}

/** What was not seen yet may still come; what was answered is over already. */
function cancel(network: Network, chance: Chance, payment: Payment | undefined): Cancelled | 'silence' {
  const mood = network.isHealthy ? 1 : chance.number()
  if (mood < 0.1) return 'silence'
  if (mood < 0.2 || !payment) return { kind: 'unknown', because: 'nobody knows' }
  if (payment.state !== 'waiting') return outcomeOf(payment)
  if (mood < 0.3) return { kind: 'pending', providerStatus: 'PENDING' }
  payment.state = 'declined'
  // Done, and not said.
  return mood < 0.4 ? 'silence' : { kind: 'cancelled', providerStatus: 'CANCELLED' }
}

export function outcomeOf(payment: Payment): Outcome {
  const { state, paid, payer, hold, reference, method } = payment
  if (state === 'declined') {
    return { kind: 'failed', providerStatus: 'DECLINED', reason: 'declined', providerMessage: 'no' }
  }
  if (state === 'reversed') return { kind: 'reversed', providerStatus: 'REVERSED' }
  if (state === 'paid' && paid) {
    return {
      kind: 'succeeded',
      providerStatus: 'COMPLETED',
      paid,
      ...(payer !== null && { payer }),
      ...(hold !== null && { hold }),
    }
  }
  const qr = { paymentToken: reference.slice(-8), payload: `code of ${reference}` }
  return { kind: 'pending', providerStatus: 'PENDING', ...(method === 'DYNAMIC_QR' && { qr }) }
}

/** Whether what was paid is what was ordered. */
export function isExact({ amount, currency, paid }: Payment): boolean {
  return paid?.amount === amount && paid.currency === currency
}
