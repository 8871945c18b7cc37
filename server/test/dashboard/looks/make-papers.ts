import assert from 'node:assert/strict'
import { dayAt } from '../../../src/primitives/instant.ts'
import { closeBooks, planClosings, prepareStatements } from '../../../src/statements/statements.ts'
import type { Service } from '../../service.ts'
import { type OwnProvider, succeeded, workOnce } from '../../stories/money/own-provider.ts'
import { dataOf } from '../../stories/money/shop.ts'
import type { Till } from '../../stories/payouts/till.ts'

type Stage = { service: Service; till: Till; provider: OwnProvider; pass(ms: number): void }

const dayMs = 24 * 3_600_000

/** A day that is over, with what was collected on it: settled, and in a statement. */
export async function makePapers({ service, till, provider, pass }: Stage) {
  const { world } = service
  await planClosings(world)
  const day = dayAt(world.clock.now())
  const paid = await till.push(
    { amount: '64000.00', merchant_reference: 'order-1001' },
    { key: till.liveKey },
  )
  await workOnce(service)
  await provider.tell(service, paid.provider_reference, succeeded())
  pass(dayMs)
  await planClosings(world)
  await closeBooks(world, { onError: assert.fail })
  const { id } = dataOf(
    await till.dashboard('/v1/merchant/statements', 'live', { body: { from: day, to: day } }),
  )
  await prepareStatements(world, { onError: assert.fail })
  return { statementId: String(id) }
}
