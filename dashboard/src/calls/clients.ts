import type { Environment } from '@malipo/contract'
import { Malipo } from '@malipo/sdk'
import { createSessionDoor } from './session-door.ts'

export const sessionDoor = createSessionDoor((...args) => globalThis.fetch(...args))

const clients = new Map<string, Malipo>()

/** The client for what belongs to nobody's merchant: signing in, and who one is. */
export function personClient(): Malipo {
  return clientFor(undefined, 'live')
}

/** The Super Admin's client for one of the two worlds. */
export function adminClient(environment: Environment): Malipo {
  return clientFor(undefined, environment)
}

export function merchantClient(merchantId: string, environment: Environment): Malipo {
  return clientFor(merchantId, environment)
}

/** A client that shows each answer to whoever needs more of it than its body. */
export function clientThatTells(
  merchantId: string,
  environment: Environment,
  tell: (answer: Response) => void,
): Malipo {
  const fetch: typeof globalThis.fetch = async (...args) => {
    const answer = await sessionDoor.fetch(...args)
    tell(answer)
    return answer
  }
  return new Malipo({ baseUrl: location.origin, merchantId, environment, fetch })
}

/** A client that makes each call once, for whoever must know of every attempt. */
export function clientThatTriesOnce(merchantId: string, environment: Environment): Malipo {
  return clientFor(merchantId, environment, 0)
}

function clientFor(merchantId: string | undefined, environment: Environment, maxRetries?: number): Malipo {
  const name = `${merchantId ?? ''}/${environment}/${maxRetries ?? ''}`
  const known = clients.get(name)
  if (known) return known
  const client = new Malipo({
    baseUrl: location.origin,
    merchantId,
    environment,
    maxRetries,
    fetch: sessionDoor.fetch,
  })
  clients.set(name, client)
  return client
}
