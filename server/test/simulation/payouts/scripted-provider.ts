import { collectionMethods, type Environment, withdrawalMethods } from '@malipo/contract'
import type {
  Outcome,
  PayOutLookedUp,
  PayOutOrder,
  PayOutOutcome,
  Provider,
  Rehearsal,
} from '../../../src/providers/providers.ts'
import { providerNames, readWord, type SentCallback } from '../kernel/callback-bytes.ts'
import { type Chance, chanceFrom } from '../kernel/chance.ts'

export type Payout = {
  label: string
  reference: string
  environment: Environment
  amount: bigint
  currency: string
  state: 'waiting' | 'paid' | 'failed' | 'reversed'
  paid: bigint
}

type Owner = { isDead(): boolean }
type Deferred = { label: string; owner: Owner; atMs: number; answer(): void; timeOut(): void }

/** The provider's side of the world: what is true there, whatever we were told of it. */
export type PayoutNetwork = {
  /** The first accepted instruction of each withdrawal. */
  payouts: Map<string, Payout>
  /** How many instructions were ever accepted for each withdrawal, by label. */
  accepted: Map<string, number>
  /** Who was sent since somebody last looked. */
  sends: string[]
  owed: SentCallback[]
  deferred: Deferred[]
  isHealthy: boolean
  maySlow: boolean
  providerFor(environment: Environment, owner: Owner): Provider
}

type Options = {
  seed: string
  knowsRepeats: boolean
  nowMs(): number
  labelOf(reference: string): string
  note(line: string): void
}

/** How long a Super Admin of the sandbox is played to take. */
const playedApprovalMs = 20_000

export const playedApproval: Rehearsal = {
  collect: async () => ({ kind: 'unknown', because: 'nothing is collected here' }),
  approvalDelayMs: async () => playedApprovalMs,
}

type Order = PayOutOrder & { environment: Environment }

const slow = 0.08

export function payoutNetwork({ seed, knowsRepeats, nowMs, labelOf, note }: Options): PayoutNetwork {
  const calls = new Map<string, number>()
  const byReference = new Map<string, Payout>()
  const nothing = async () => ({ kind: 'unknown', because: 'nothing is collected here' }) as const
  const amounts = { smallest: 1n, least: 1n, most: 1_000_000_000n }
  const network: PayoutNetwork = {
    payouts: new Map(),
    accepted: new Map(),
    sends: [],
    owed: [],
    deferred: [],
    isHealthy: false,
    maySlow: true,
    providerFor: (environment, owner) => ({
      name: providerNames[environment],
      can: {
        methods: collectionMethods,
        currencies: ['TZS'],
        amounts,
        knowsRepeats,
        signsCallbacks: true,
        weScreen: true,
        payOuts: { methods: withdrawalMethods, currencies: ['TZS'], amounts },
      },
      collect: nothing,
      lookUp: nothing,
      payOut: async (order) => {
        refuseTheDead(owner)
        const label = order.recipientName
        network.sends.push(label)
        return await answer(label, owner, 'pay out', (chance) => takeOrder(chance, { ...order, environment }))
      },
      lookUpPayOut: async ({ reference }) => {
        refuseTheDead(owner)
        const label = labelOf(reference)
        return await answer(label, owner, 'look up', (chance) => lookUp(chance, reference))
      },
      readCallback: (raw) => {
        const read = readWord(raw)
        return read && { ...read, about: 'disbursement' }
      },
    }),
  }

  function refuseTheDead(owner: Owner): void {
    if (owner.isDead()) throw new Error('nobody is calling')
  }

  /** By label and call, not by the order of calls, which several callers at once may change. */
  function chanceOf(label: string, what: string): Chance {
    const call = (calls.get(`${label} ${what}`) ?? 0) + 1
    calls.set(`${label} ${what}`, call)
    return chanceFrom(`${seed} ${label} ${what} ${call}`)
  }

  async function answer<Word extends PayOutLookedUp>(
    label: string,
    owner: Owner,
    what: string,
    decide: (chance: Chance) => Word | 'silence',
  ): Promise<Word> {
    const chance = chanceOf(label, what)
    const isSlow = network.maySlow && !network.isHealthy && chance.happens(slow)
    const word = decide(chance)
    note(`${what} ${label}: ${word === 'silence' ? word : word.kind}${isSlow ? ', slowly' : ''}`)
    if (!isSlow) {
      if (word === 'silence') throw new Error('timed out')
      return word
    }
    // Decided now and told later: news that was true when it was asked for.
    const later = Promise.withResolvers<Word>()
    const timeOut = () => later.reject(new Error('timed out'))
    network.deferred.push({
      label,
      owner,
      atMs: nowMs(),
      answer: () => (word === 'silence' ? timeOut() : later.resolve(word)),
      timeOut,
    })
    return await later.promise
  }

  function takeOrder(chance: Chance, order: Order): PayOutOutcome | 'silence' {
    const known = byReference.get(order.reference)
    const mood = network.isHealthy ? 1 : chance.number()
    if (mood < 0.06) return 'silence'
    if (mood < 0.1) return { kind: 'unknown', because: 'a page of HTML' }
    if (mood < 0.2) return blocked
    if (known && knowsRepeats) return wordOf(known)
    const payout = accept(order)
    if (mood < 0.28) return 'silence'
    if (mood < 0.32) return { kind: 'unknown', because: 'half an answer' }
    if (mood < 0.4) payout.state = 'failed'
    if (mood >= 0.4 && mood < 0.6) payout.state = 'paid'
    if (mood >= 0.6 && mood < 0.64) settlePayout(payout, 'paid', payout.amount + 100n)
    return wordOf(payout)
  }

  function accept({ recipientName: label, reference, environment, amount, currency }: Order): Payout {
    const payout: Payout = { label, reference, environment, amount, currency, state: 'waiting', paid: amount }
    network.accepted.set(label, (network.accepted.get(label) ?? 0) + 1)
    byReference.set(reference, payout)
    if (!network.payouts.has(label)) network.payouts.set(label, payout)
    return payout
  }

  function lookUp(chance: Chance, reference: string): PayOutLookedUp | 'silence' {
    const payout = byReference.get(reference)
    const mood = network.isHealthy ? 1 : chance.number()
    if (mood < 0.06) return 'silence'
    if (mood < 0.1) return { kind: 'unknown', because: 'a code that nobody knows' }
    if (mood < 0.18) return blocked
    // It forgets for a moment what it has.
    if (mood < 0.21 || !payout) return { kind: 'never_seen' }
    return wordOf(payout)
  }
  return network
}

const blocked = { kind: 'blocked', providerStatus: '403', providerMessage: 'unknown address' } as const

export function settlePayout(payout: Payout, state: Payout['state'], paid = payout.amount): void {
  payout.state = state
  payout.paid = paid
}

export function wordOf({ state, paid, currency }: Pick<Payout, 'state' | 'paid' | 'currency'>): Outcome {
  if (state === 'failed') {
    return { kind: 'failed', providerStatus: 'FAILED', reason: 'declined', providerMessage: 'no' }
  }
  if (state === 'reversed') return { kind: 'reversed', providerStatus: 'REVERSED' }
  if (state === 'waiting') return { kind: 'pending', providerStatus: 'PENDING' }
  return { kind: 'succeeded', providerStatus: 'PAID', paid: { amount: paid, currency } }
}
