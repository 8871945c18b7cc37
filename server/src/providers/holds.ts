import type { Environment, NetworkStatus } from '@malipo/contract'

/** How money leaves: paid out, paid out as a refund, or returned by the provider that took it. */
type Leaving = 'payout' | 'refund' | 'return'

/** What somebody says a network is for money that leaves: a Super Admin, or a merchant of its own sandbox. */
export type Pin = {
  /** Null: for everybody live. */
  merchantId: string | null
  code: string
  direction: 'payouts' | 'refunds'
  status: NetworkStatus
  endsAtMs: number | null
}

/** A network that was judged to be down. */
export type Down = { provider: string; code: string; direction: 'payouts' | 'refunds'; judgedAtMs: number }

/** Where money that was approved is not sent now, because it would not arrive. */
export type Hold = { provider: string | null; merchantId: string | null; code: string; leaving: Leaving }

/** Nobody waits for what has not been judged again for so long: whoever judges may be gone. */
const judgedForMs = 300_000

/** Which pins speak about it, the most specific first. What a provider returns itself is no payout. */
const pinned: Record<Leaving, readonly Pin['direction'][]> = {
  payout: ['payouts'],
  refund: ['refunds', 'payouts'],
  return: ['refunds'],
}

type Known = { pins: readonly Pin[]; downs: readonly Down[]; providers: readonly string[] }

/** Where money is held now. Few: only what a pin or the last judgement speaks of is looked at. */
export function holdsOf({ pins, downs, providers }: Known, environment: Environment, nowMs: number): Hold[] {
  const valid = pins.filter(({ endsAtMs }) => endsAtMs === null || endsAtMs > nowMs)
  const leavings = Object.keys(pinned) as Leaving[]
  if (environment === 'sandbox') {
    return valid
      .filter(({ merchantId, status }) => merchantId !== null && status === 'down')
      .flatMap(({ merchantId, code, direction }) =>
        leavings
          .filter((leaving) => pinned[leaving][0] === direction)
          .map((leaving) => ({ provider: null, merchantId, code, leaving })),
      )
  }
  const live = valid.filter(({ merchantId }) => merchantId === null)
  const fresh = downs.filter(({ judgedAtMs }) => nowMs - judgedAtMs < judgedForMs)
  const codes = new Set([...live, ...fresh].map(({ code }) => code))
  const isDown = (provider: string, code: string, leaving: Leaving): boolean => {
    const said = pinned[leaving].map((direction) =>
      live.find((pin) => pin.code === code && pin.direction === direction),
    )
    const pin = said.find((one) => one !== undefined)
    if (pin) return pin.status === 'down'
    const direction = leaving === 'return' ? 'refunds' : 'payouts'
    return fresh.some((one) => one.provider === provider && one.code === code && one.direction === direction)
  }
  return [...codes].flatMap((code) =>
    providers.flatMap((provider) =>
      leavings
        .filter((leaving) => isDown(provider, code, leaving))
        .map((leaving) => ({ provider, merchantId: null, code, leaving })),
    ),
  )
}

/** What of an approved payout tells how it leaves. */
export type Outgoing = {
  provider: string
  environment: Environment
  merchant_id: string
  destination_code: string
  way: 'native' | 'pay_out' | null
}

export function leavingOf({ way }: Pick<Outgoing, 'way'>): Leaving {
  if (way === null) return 'payout'
  return way === 'native' ? 'return' : 'refund'
}

export function isHeld(holds: readonly Hold[], row: Outgoing): boolean {
  return holds.some(
    ({ provider, merchantId, code, leaving }) =>
      code === row.destination_code &&
      leaving === leavingOf(row) &&
      (provider === null || provider === row.provider) &&
      (merchantId === null || merchantId === row.merchant_id),
  )
}
