import type { Environment } from '@malipo/contract'
import { openAuthorities } from '../src/authorities/authorities.ts'
import { issueReceipts, queueReceipts } from '../src/fiscal/fiscal.ts'
import type { World } from '../src/world/world.ts'
import { switchReceiptsOn } from './switch-receipts-on.ts'

/** One receipt that is issued, and one that the simulated authority refuses: everything that is told of them. */
export async function tellOfReceipts(
  world: World,
  merchantId: string,
  environment: Environment,
): Promise<void> {
  await switchReceiptsOn(world, { merchantId, environment })
  const sold = [150_000n, 910_100n].map((amount) => ({
    ...{
      collectionId: world.newId(),
      merchantId,
      environment,
      amount,
      currency: 'TZS',
      at: world.clock.now(),
    },
  }))
  await world.sql.begin((tx) => queueReceipts(tx, world, sold))
  await issueReceipts({ world, authorities: openAuthorities(world, 'simulated') })
}
