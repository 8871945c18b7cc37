import type { FastifyReply, FastifyRequest } from 'fastify'
import { isToken } from '../primitives/token.ts'
import type { World } from '../world/world.ts'

const name = 'malipo_payment'

/** Whoever was told to come back later comes on the same day. */
const livesForSeconds = 24 * 3600

type Kept = { path: string; token: string }

/**
 * The payment of a link whose end this browser has not shown yet: whoever opens the link again is led back to it, and does not pay twice.
 * It is sent to that link only, says nothing of who pays, and opens no more than the address that the browser was given anyway.
 */
export function keepPayment(reply: FastifyReply, world: Pick<World, 'baseUrl'>, kept: Kept): void {
  reply.header('set-cookie', written(world, kept, livesForSeconds))
}

export function forgetPayment(
  reply: FastifyReply,
  world: Pick<World, 'baseUrl'>,
  { path }: Pick<Kept, 'path'>,
): void {
  reply.header('set-cookie', written(world, { path, token: '' }, 0))
}

/** What a browser brings: a token, or nothing. Whether it is of this link is for whoever looks it up. */
export function keptPayment({ headers }: FastifyRequest): string | null {
  const values = (headers.cookie ?? '').split(';').flatMap((one) => {
    const [key = '', value = ''] = one.split('=')
    return key.trim() === name ? [value.trim()] : []
  })
  return values.find(isToken) ?? null
}

function written({ baseUrl }: Pick<World, 'baseUrl'>, { path, token }: Kept, seconds: number): string {
  const secure = baseUrl.startsWith('https:') ? '; Secure' : ''
  return `${name}=${token}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
}
