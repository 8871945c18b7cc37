import { collectionMethods, type Environment, withdrawalMethods } from '@malipo/contract'
import type {
  Outcome,
  PayOutLookedUp,
  PayOutOrder,
  PayOutOutcome,
  Provider,
  Rehearsal,
} from '../../../src/providers/providers.ts'
import { providerNames, readWord } from '../kernel/callback-bytes.ts'
import type { Chance } from '../kernel/chance.ts'
import { type Owner, openWire, refuseTheDead, type Wire } from '../kernel/wire.ts'

export type Payout = {
  label: string
  reference: string
  environment: Environment
  amount: bigint
  currency: string
  state: 'waiting' | 'paid' | 'failed' | 'reversed'
  paid: bigint
}

/** The provider's side of the world: what is true there, whatever we were told of it. */
export type PayoutNetwork = Wire & {
  /** The first accepted instruction of each withdrawal. */
  payouts: Map<string, Payout>
  /** How many instructions were ever accepted for each withdrawal, by label. */
  accepted: Map<string, number>
  /** Who was sent since somebody last looked. */
  sends: string[]
  providerFor(environment: Environment, owner: Owner): Provider
}

type Options = Parameters<typeof openWire>[0] & {
  knowsRepeats: boolean
  returnsItself: boolean
  /** What the simulation calls the payout of that reference. */
  labelOf(reference: string): string
}

/** How long a Super Admin of the sandbox is played to take. */
const playedApprovalMs = 20_000

export const playedApproval: Rehearsal = {
  collect: async () => ({ kind: 'unknown', because: 'nothing is collected here' }),
  approvalDelayMs: async () => playedApprovalMs,
  asksFirst: () => false,
  believePaid: async () => {},
  outlookOf: async () => new Map(),
}

type Order = PayOutOrder & { environment: Environment }

const amounts = { smallest: 1n, least: 1n, most: 1_000_000_000n }

export function payoutNetwork({ knowsRepeats, returnsItself, labelOf, ...options }: Options): PayoutNetwork {
  const byReference = new Map<string, Payout>()
  const nothing = async () => ({ kind: 'unknown', because: 'nothing is collected here' }) as const
  const network: PayoutNetwork = Object.assign(openWire(options), {
    payouts: new Map<string, Payout>(),
    accepted: new Map<string, number>(),
    sends: [],
    providerFor: (environment: Environment, owner: Owner): Provider => ({
      name: providerNames[environment],
      can: {
        methods: collectionMethods,
        currencies: ['TZS'],
        amounts,
        refunds: returnsItself ? { way: 'native', partial: true, days: null, amounts } : { way: 'pay_out' },
        knowsRepeats,
        signsCallbacks: true,
        callbackBytes: 16_384,
        weScreen: true,
        payOuts: { methods: withdrawalMethods, currencies: ['TZS'], amounts },
      },
      collect: nothing,
      lookUp: nothing,
      ...doors(environment, owner),
      readCallback: (raw) => {
        const read = readWord(raw)
        return read && { ...read, about: 'disbursement' }
      },
    }),
  })

  /** A payment that goes back is an instruction like any other, whatever it is called. */
  function doors(environment: Environment, owner: Owner) {
    const payOut = async (order: PayOutOrder) => {
      refuseTheDead(owner)
      const label = order.recipientName
      network.sends.push(label)
      const decide = (chance: Chance) => takeOrder(chance, { ...order, environment })
      return await network.answer({ label, owner, what: 'pay out', decide })
    }
    const lookUpPayOut = async ({ reference }: { reference: string }) => {
      refuseTheDead(owner)
      const decide = (chance: Chance) => lookUp(chance, reference)
      return await network.answer({ label: labelOf(reference), owner, what: 'look up', decide })
    }
    return { payOut, lookUpPayOut, ...(returnsItself && { refund: payOut, lookUpRefund: lookUpPayOut }) }
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
