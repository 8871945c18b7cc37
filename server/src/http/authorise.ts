import type { Access, Environment, Role } from '@malipo/contract'
import type { FastifyRequest } from 'fastify'
import type { KeyPrincipal, MerchantRow, PersonPrincipal, Principal } from '../auth/auth.ts'
import { invalid, Refusal } from '../primitives/refusal.ts'

/** Somebody acting for a merchant in one environment. */
export type Actor = {
  kind: 'actor'
  merchantId: string
  merchant: MerchantRow
  environment: Environment
  /** Null for keys. */
  role: Role | null
  by: KeyPrincipal | PersonPrincipal
}

type MerchantAccess = Extract<Access, { who: 'merchant' }>

/**
 * The first half of permission: credentials, scope or role. Whose merchant it is comes second, after the body was
 * read, so that the order of checks is the same everywhere; until then a foreign merchant is only noted.
 */
export function authorise(
  access: Access,
  principal: Principal,
  request: FastifyRequest,
): Principal | Pending {
  if (access.who === 'anyone') return principal
  if (principal.kind === 'nobody') {
    const { code, message } = principal.refusal
    throw new Refusal(code, message === undefined ? {} : { message })
  }
  if (access.who === 'merchant') return authoriseForMerchant(access, principal, request)
  if (principal.kind === 'key') throw new Refusal('dashboard_session_required')
  if (access.who === 'super_admin' && !principal.isSuperAdmin) {
    throw new Refusal('forbidden', { message: 'This is for Super Admins only.' })
  }
  return principal
}

/** An actor whose merchant is named by somebody else, or does not fit, is refused when it is settled. */
export type Pending = { kind: 'pending'; settle(): Actor }

function authoriseForMerchant(
  access: MerchantAccess,
  principal: KeyPrincipal | PersonPrincipal,
  request: FastifyRequest,
): Pending {
  const named = namedMerchant(access, request)
  if (principal.kind === 'key') return keyForMerchant(access, principal, named)
  return personForMerchant(access, principal, named, request)
}

function keyForMerchant(access: MerchantAccess, key: KeyPrincipal, named: string | null): Pending {
  if (access.keys === 'none') throw new Refusal('dashboard_session_required')
  if (access.keys !== 'any' && !key.scopes.has(access.keys)) {
    throw new Refusal('insufficient_scope', {
      message: `This API key lacks the scope ${access.keys}. Create a key that has it.`,
      details: { required_scope: access.keys },
    })
  }
  return {
    kind: 'pending',
    settle() {
      const { merchant, environment } = key
      if (named !== null && named !== merchant.id) throw new Refusal('merchant_mismatch')
      return { kind: 'actor', merchantId: merchant.id, merchant, environment, role: null, by: key }
    },
  }
}

function personForMerchant(
  access: MerchantAccess,
  person: PersonPrincipal,
  named: string | null,
  request: FastifyRequest,
): Pending {
  const membership = membershipFor(person, named)
  if (membership && !access.roles.includes(membership.role)) {
    throw new Refusal('forbidden', {
      message: `Your role ${membership.role} does not allow this. It takes ${access.roles.join(', ')}.`,
    })
  }
  return {
    kind: 'pending',
    settle() {
      if (!membership) throw new Refusal('merchant_mismatch')
      return {
        kind: 'actor',
        merchantId: membership.merchant.id,
        merchant: membership.merchant,
        environment: environmentOf(request),
        role: membership.role,
        by: person,
      }
    },
  }
}

function membershipFor(person: PersonPrincipal, named: string | null) {
  if (named !== null) return person.memberships.find((membership) => membership.merchant.id === named)
  if (person.memberships.length > 1) throw new Refusal('merchant_required')
  const [only] = person.memberships
  if (!only)
    throw new Refusal('forbidden', { message: 'You act for no merchant. Open one, or ask to be invited.' })
  return only
}

function namedMerchant(access: MerchantAccess, request: FastifyRequest): string | null {
  if (access.merchant === 'path') {
    return (request.params as { merchant_id: string }).merchant_id.toLowerCase()
  }
  const header = request.headers['x-merchant-id']
  return header === undefined ? null : String(header).toLowerCase()
}

function environmentOf(request: FastifyRequest): Environment {
  const header = request.headers['x-environment'] ?? 'live'
  if (header === 'live' || header === 'sandbox') return header
  throw invalid({ field: 'X-Environment', problem: 'must be live or sandbox' })
}
