import type { Access, Environment, Role } from '@malipo/contract'
import type { FastifyRequest } from 'fastify'
import type { KeyPrincipal, Membership, MerchantRow, PersonPrincipal, Principal } from '../auth/auth.ts'
import { invalid, Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'

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
  { decidersNeedSecondFactor }: Pick<World, 'decidersNeedSecondFactor'>,
): Principal | Pending {
  if (access.who === 'anyone') return principal
  if (principal.kind === 'nobody') {
    const { code, ...told } = principal.refusal
    throw new Refusal(code, told)
  }
  if (access.who === 'merchant') return authoriseForMerchant(access, principal, request)
  if (principal.kind === 'key') throw new Refusal('dashboard_session_required')
  if (access.who !== 'super_admin') return principal
  if (!principal.isSuperAdmin) throw new Refusal('forbidden', { message: 'This is for Super Admins only.' })
  // Whatever is needed to set one up is open to every person.
  if (decidersNeedSecondFactor && !principal.user.twoFactorEnabled)
    throw new Refusal('second_factor_required')
  return principal
}

/** An actor whose merchant is named by somebody else, or does not fit, is refused when it is settled. */
export type Pending = { kind: 'pending'; settle(inputs: Inputs): Actor }

export type Inputs = { body: unknown; query: unknown }

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
  checkEnvironment(access, key.environment)
  return {
    kind: 'pending',
    settle(inputs) {
      const { merchant, environment } = key
      if (named !== null && named !== merchant.id) throw new Refusal('merchant_mismatch')
      if (isNamedInside(access) && merchantInside(access, inputs) !== merchant.id) {
        throw new Refusal('merchant_mismatch')
      }
      return { kind: 'actor', merchantId: merchant.id, merchant, environment, role: null, by: key }
    },
  }
}

/** What is for the sandbox only is closed to live callers, whoever they are. */
function checkEnvironment({ environment: only }: MerchantAccess, environment: Environment): void {
  if (only === undefined || only === environment) return
  throw new Refusal('forbidden', {
    message: `This is for the ${only} only. Use a ${only} key, or the header X-Environment: ${only}.`,
  })
}

function personForMerchant(
  access: MerchantAccess,
  person: PersonPrincipal,
  named: string | null,
  request: FastifyRequest,
): Pending {
  const isInside = isNamedInside(access)
  if (isInside) refuseWithoutAnyRole(access, person)
  const membership = isInside ? undefined : membershipFor(person, named)
  if (membership) checkRole(access, membership)
  const environment = environmentOf(request)
  checkEnvironment(access, environment)
  return {
    kind: 'pending',
    settle(inputs) {
      const settled = isInside ? membershipInside(person, merchantInside(access, inputs), named) : membership
      if (!settled) throw new Refusal('merchant_mismatch')
      if (isInside) checkRole(access, settled)
      const { merchant, role } = settled
      return { kind: 'actor', merchantId: merchant.id, merchant, environment, role, by: person }
    },
  }
}

function checkRole(access: MerchantAccess, { role }: Membership): void {
  if (access.roles.includes(role)) return
  throw new Refusal('forbidden', {
    message: `Your role ${role} does not allow this. It takes ${access.roles.join(', ')}.`,
  })
}

/** Whose role allows it nowhere is told so before the body is read, as everywhere else. */
function refuseWithoutAnyRole(access: MerchantAccess, { memberships }: PersonPrincipal): void {
  const [first] = memberships
  if (first && !memberships.some(({ role }) => access.roles.includes(role))) checkRole(access, first)
}

function membershipInside(person: PersonPrincipal, id: string, named: string | null) {
  if (named !== null && named !== id) return undefined
  return person.memberships.find(({ merchant }) => merchant.id === id)
}

/** Whether the merchant is known only after the inputs were read. */
function isNamedInside({ merchant }: MerchantAccess): boolean {
  return merchant === 'body' || merchant === 'query'
}

function merchantInside({ merchant }: MerchantAccess, { body, query }: Inputs): string {
  return ((merchant === 'body' ? body : query) as { merchant_id: string }).merchant_id.toLowerCase()
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

export function environmentOf(request: Pick<FastifyRequest, 'headers'>): Environment {
  const header = request.headers['x-environment'] ?? 'live'
  if (header === 'live' || header === 'sandbox') return header
  throw invalid({ field: 'X-Environment', problem: 'must be live or sandbox' })
}
