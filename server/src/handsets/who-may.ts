import { operations } from '@malipo/contract'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../primitives/refusal.ts'
import type { Reach } from '../providers/providers.ts'

/** Where the page may be used, and by whom. */
export type Visitor =
  | { may: 'nothing'; because: 'nobody' | 'role' }
  | { may: 'hold'; reach: Reach; shop: string | null; shops: { id: string; name: string }[] }

export type WhoMay = (request: FastifyRequest) => Visitor

/** Whoever may answer a prompt by the interface may do so here. */
const { roles } = operations.answerSandboxPrompt.access

/**
 * In development everything is for everybody who reaches it. In production there is nothing but the sandbox of merchants one
 * acts for; what is named besides is answered as what does not exist.
 */
export function whoMay(mode: 'development' | 'production'): WhoMay {
  return (request) => {
    if (mode === 'development') return { may: 'hold', reach: 'everything', shop: null, shops: [] }
    const { principal } = request
    if (principal.kind !== 'person') return { may: 'nothing', because: 'nobody' }
    const shops = principal.memberships
      .filter(({ role }) => roles.some((one) => one === role))
      .map(({ merchant: { id, name } }) => ({ id, name }))
    if (shops.length === 0) return { may: 'nothing', because: 'role' }
    const { merchant } = request.query as { merchant?: unknown }
    const chosen = merchant === undefined ? shops[0] : shops.find(({ id }) => id === merchant)
    if (!chosen) throw new Refusal('not_found')
    return { may: 'hold', reach: { sandboxOf: chosen.id }, shop: chosen.name, shops }
  }
}

/** The same for what scripts ask, who cannot be shown how to sign in. */
export function reachOf(who: WhoMay, request: FastifyRequest): Reach {
  const visitor = who(request)
  if (visitor.may === 'hold') return visitor.reach
  throw new Refusal(visitor.because === 'nobody' ? 'unauthenticated' : 'forbidden')
}
