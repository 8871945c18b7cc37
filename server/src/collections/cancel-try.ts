import type { Cancelled, Laned, Registry } from '../providers/providers.ts'
import type { World } from '../world/world.ts'

type Desk = { world: World; registry: Registry }
type Ordered = Laned & { provider_reference: string }

/**
 * Asks the provider to cancel an order. No transaction is open, and who dies on the way has lost nothing: the try is open until its
 * provider says otherwise. Null where it cannot be asked now.
 */
export async function cancelTry(
  { world, registry }: Desk,
  { provider, environment, provider_reference: reference }: Ordered,
): Promise<Cancelled | null> {
  const lane = { provider, environment, provider_reference: reference }
  if (registry.named(provider)?.cancel === undefined || !registry.hasRoom(lane, 'cancel')) return null
  world.crashPoint?.('try.cancelling')
  const word = await registry.ask<Cancelled>(lane, 'cancel', async (asked, signal) =>
    asked.cancel ? await asked.cancel({ reference }, signal) : cannot,
  )
  world.crashPoint?.('try.cancelled')
  return word
}

const cannot = { kind: 'unknown', because: 'The provider cancels nothing.', answered: true } as const
