import assert from 'node:assert/strict'
import { type ControlNumberMove, moveControlNumbers } from '../src/control-numbers/control-numbers.ts'
import { makeControlNumber } from '../src/control-numbers/make-control-numbers.ts'
import type { Actor } from '../src/http/http.ts'
import type { Registry } from '../src/providers/providers.ts'
import type { World } from '../src/world/world.ts'

/** Control numbers that are paid and open again, that expire, and that are cancelled. */
export async function tellOfControlNumbers(world: World, registry: Registry, actor: Actor): Promise<void> {
  const at = world.clock.now()
  const paid = { count: 1, amount: 150_000n }
  await world.sql.begin(async (tx) => {
    const make = () => makeControlNumber(tx, { world, registry }, actor, { kind: 'ORDER', amount: '1500' })
    const move = async (
      number: ControlNumberMove['number'],
      wish: Pick<ControlNumberMove, 'to' | 'by' | 'paid'>,
    ) => {
      const [moved] = await moveControlNumbers(tx, world, [{ number, at, ...wish }])
      return moved ?? assert.fail('it did not move')
    }
    const whole = await move(await make(), { to: 'PAID', by: 'payment', paid })
    await move(whole, { to: 'ACTIVE', by: 'payment', paid: { count: 0, amount: 0n } })
    await move(await make(), { to: 'EXPIRED', by: 'expiry' })
    await move(await make(), { to: 'CANCELLED', by: 'merchant' })
  })
}
