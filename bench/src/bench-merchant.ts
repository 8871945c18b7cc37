import { makeMerchant } from '../../server/src/operator/operator.ts'
import type { World } from '../../server/src/world/world.ts'

let made = 0

export function benchMerchant(world: World) {
  made += 1
  const email = `bench${made}-${process.pid}@malipo.test`
  const wish = { name: 'Bench', email, password: 'a password', isVerified: true }
  return world.sql.begin((tx) => makeMerchant(tx, world, wish))
}
