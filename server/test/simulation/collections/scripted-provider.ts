import { collectionMethods, type Environment, withdrawalMethods } from '@malipo/contract'
import type { CollectOrder, LookedUp, Outcome, Provider } from '../../../src/providers/providers.ts'
import { providerNames, readWord, type SentCallback } from '../kernel/callback-bytes.ts'
import { type Chance, chanceFrom } from '../kernel/chance.ts'

export type Payment = {
  label: string
  reference: string
  merchantId: string
  environment: Environment
  amount: bigint
  currency: string
  expiresAt: Date | null
  method: string
  state: 'waiting' | 'paid' | 'declined' | 'reversed'
  paid: { amount: bigint; currency: string } | null
  payer: string | null
  hold: string | null
}

type Owner = { isDead(): boolean }
type Deferred = { label: string; owner: Owner; answer(): void; timeOut(): void }

/** The provider's side of the world: what is true there, whatever we were told of it. */
export type Network = {
  payments: Map<string, Payment>
  owed: SentCallback[]
  deferred: Deferred[]
  /** Everything that was ever said of a payment, by label: words that may have reached us. */
  told: Map<string, Set<string>>
  /** Whether it may answer late, now. Where two processes race, it may not, or a seed would have two stories. */
  maySlow: boolean
  isHealthy: boolean
  knowsRepeats: boolean
  sends: Map<string, number>
  tell(label: string, word: LookedUp['kind']): void
  providerFor(environment: Environment, owner: Owner): Provider
}

type Options = {
  seed: string
  knowsRepeats: boolean
  onSend(order: CollectOrder): void
  /** What the simulation calls the payment of that reference. */
  labelOf(reference: string): string | undefined
  /** Told of every question and how it was answered. */
  note(line: string): void
}

export function scriptedNetwork({ seed, knowsRepeats, onSend, labelOf, note }: Options): Network {
  const calls = new Map<string, number>()
  const network: Network = {
    payments: new Map(),
    owed: [],
    deferred: [],
    told: new Map(),
    maySlow: true,
    isHealthy: false,
    knowsRepeats,
    sends: new Map(),
    tell(label, word) {
      const said = network.told.get(label) ?? new Set()
      network.told.set(label, said.add(word))
    },
    providerFor: (environment, owner) => ({
      name: providerNames[environment],
      can: {
        methods: collectionMethods,
        currencies: ['TZS', 'KES'],
        amounts: { smallest: 1n, least: 1n, most: 10_000_000n },
        knowsRepeats,
        signsCallbacks: true,
        weScreen: environment === 'live',
        payOuts: {
          methods: withdrawalMethods,
          currencies: ['TZS', 'KES'],
          amounts: { smallest: 1n, least: 1n, most: 10_000_000n },
        },
      },
      collect: async (order) => {
        if (owner.isDead()) throw new Error('nobody is calling')
        const label = order.description ?? ''
        onSend(order)
        network.sends.set(label, (network.sends.get(label) ?? 0) + 1)
        return await answer(label, owner, 'collect', (chance) =>
          takeOrder(network, chance, { ...order, environment }, label),
        )
      },
      lookUp: async ({ reference }) => {
        if (owner.isDead()) throw new Error('nobody is calling')
        const label = labelOf(reference) ?? reference
        return await answer(label, owner, 'look up', (chance) => lookUp(network, chance, reference))
      },
      // The simulation asks for no payouts: whoever sends one all the same is not told that it went well.
      payOut: async () => ({ kind: 'unknown', because: 'nothing is paid out here' }),
      lookUpPayOut: async () => ({ kind: 'never_seen' }),
      readCallback: readWord,
    }),
  }

  /** By label and call, not by the order of calls, which several callers at once may change. */
  function chanceOf(label: string, what: string): Chance {
    const call = (calls.get(`${label} ${what}`) ?? 0) + 1
    calls.set(`${label} ${what}`, call)
    return chanceFrom(`${seed} ${label} ${what} ${call}`)
  }

  async function answer<Word extends LookedUp>(
    label: string,
    owner: Owner,
    what: string,
    decide: (chance: Chance) => Word | 'silence',
  ): Promise<Word> {
    const chance = chanceOf(label, what)
    const isSlow = network.maySlow && !network.isHealthy && chance.happens(0.08)
    // Decided now and told later: news that was true when it was asked for.
    const word = decide(chance)
    note(`${what} ${label}: ${word === 'silence' ? word : word.kind}${isSlow ? ', slowly' : ''}`)
    const say = (): Word => {
      if (word === 'silence') throw new Error('timed out')
      network.tell(label, word.kind)
      return word
    }
    if (!isSlow) return say()
    const later = Promise.withResolvers<Word>()
    network.deferred.push({
      label,
      owner,
      answer: () => (word === 'silence' ? later.reject(new Error('timed out')) : later.resolve(say())),
      timeOut: () => later.reject(new Error('timed out')),
    })
    return await later.promise
  }
  return network
}

type Order = CollectOrder & { environment: Environment }

function takeOrder(network: Network, chance: Chance, order: Order, label: string): Outcome | 'silence' {
  const known = network.payments.get(order.reference)
  if (known) return network.isHealthy || chance.happens(0.8) ? outcomeOf(known) : 'silence'
  const mood = network.isHealthy ? 1 : chance.number()
  if (mood < 0.07) return 'silence'
  if (mood < 0.1) return { kind: 'unknown', because: 'a page of HTML' }
  const payment = accept(network, chance, order, label)
  if (mood < 0.17) return 'silence'
  if (mood < 0.2) return { kind: 'unknown', because: 'half an answer' }
  if (mood < 0.25) payment.state = 'declined'
  if (mood >= 0.25 && mood < 0.32) pay(payment)
  return outcomeOf(payment)
}

function accept(network: Network, chance: Chance, order: Order, label: string): Payment {
  const payment: Payment = {
    label,
    reference: order.reference,
    merchantId: order.merchantId,
    environment: order.environment,
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

function lookUp(network: Network, chance: Chance, reference: string): LookedUp | 'silence' {
  const payment = network.payments.get(reference)
  const mood = network.isHealthy ? 1 : chance.number()
  if (mood < 0.08) return 'silence'
  if (mood < 0.14) return { kind: 'unknown', because: 'a code that nobody knows' }
  // It forgets for a moment what it has.
  if (mood < 0.17 || !payment) return { kind: 'never_seen' }
  return outcomeOf(payment)
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
