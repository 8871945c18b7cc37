import type { Transaction } from '../database/database.ts'
import type { Actor } from '../http/http.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'
import type { ControlNumberRow } from './control-number-row.ts'
import { findControlNumber } from './find-control-numbers.ts'
import { moveControlNumbers } from './move-control-numbers.ts'

/** From now on whoever asks is told that it is closed. */
export async function cancelControlNumber(
  tx: Transaction,
  world: World,
  caller: Actor,
  id: string,
): Promise<ControlNumberRow> {
  const number = await findControlNumber(tx, caller, id, tx`for update`)
  if (number.status !== 'ACTIVE') {
    throw new Refusal('invalid_state', {
      message: `This control number is ${number.status}, and takes no payment already.`,
      details: { status: number.status },
    })
  }
  const move = { number, to: 'CANCELLED', by: 'merchant', at: world.clock.now() } as const
  const [cancelled = number] = await moveControlNumbers(tx, world, [move])
  return cancelled
}
