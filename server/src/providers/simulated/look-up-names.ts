import type { Environment } from '@malipo/contract'
import type { World } from '../../world/world.ts'
import type { NameFound, PayOutOrder } from '../provider.ts'
import { ordinarySubscriber, readSubscriber } from './subscribers.ts'

/** Numbers of which something else is told than the name of their subscriber. */
const oddNames: Record<string, NameFound> = {
  '255700000201': { kind: 'found', name: 'NEEMA PENDO KIMARO' },
  '255700000202': { kind: 'not_found' },
  '255700000203': { kind: 'unknown', because: 'The network does not answer.' },
  // Seen at real gateways: an answer that names nobody.
  '255700000204': { kind: 'found', name: 'OK' },
}

type Recipient = Pick<PayOutOrder, 'merchantId' | 'method' | 'identifier'>

/** Whose number it is. Accounts at banks all belong to the ordinary subscriber. */
export async function nameOf(
  world: World,
  environment: Environment,
  { merchantId, method, identifier }: Recipient,
): Promise<NameFound> {
  if (Object.hasOwn(oddNames, identifier)) return oddNames[identifier] ?? { kind: 'not_found' }
  const isNumber = environment === 'sandbox' && method !== 'BANK_ACCOUNT'
  const subscriber = isNumber ? await readSubscriber(world, merchantId, identifier) : ordinarySubscriber
  return { kind: 'found', name: subscriber.name.toUpperCase() }
}
