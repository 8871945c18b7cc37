import type { World } from '../world/world.ts'
import { type ControlNumberRow, controlNumberColumns } from './control-number-row.ts'
import { moveControlNumbers } from './move-control-numbers.ts'

/** Enough to share a commit, few enough to let go of them soon. */
const mostAtOnce = 500

/** Ends those whose time is over. Whoever wants to pay one is told so before. Returns how many there were. */
export async function expireControlNumbers(world: World): Promise<number> {
  const at = world.clock.now()
  return await world.sql.begin(async (tx) => {
    const over = await tx<ControlNumberRow[]>`
      select ${controlNumberColumns} from control_numbers
      where status = 'ACTIVE' and expires_at <= ${at}
      order by expires_at limit ${mostAtOnce} for update skip locked`
    await moveControlNumbers(
      tx,
      world,
      over.map((number) => ({ number, to: 'EXPIRED', by: 'expiry', at })),
    )
    return over.length
  })
}
