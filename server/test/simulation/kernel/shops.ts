import type { Environment } from '@malipo/contract'
import type { Transaction } from '../../../src/database/database.ts'
import type { Actor } from '../../../src/http/http.ts'
import { makeAdmin, makeMerchant } from '../../../src/operator/operator.ts'
import type { World } from '../../../src/world/world.ts'
import { actorOf } from './actor-of.ts'

export type Shop = {
  name: string
  id: string
  secret: string
  phone: string
  actors: Record<Environment, Actor>
}

const password = 'correct horse battery'

/** Super Admins, and three verified shops of which the last belongs to the last of them. */
export async function openShops(
  tx: Transaction,
  world: World,
  emails: readonly string[],
): Promise<{ shops: Shop[]; admins: string[] }> {
  const admins: string[] = []
  for (const email of emails) admins.push((await makeAdmin(tx, world, { email, password })).user_id)
  const owners = ['m1@shop.test', 'm2@shop.test', emails.at(-1) ?? '']
  const shops: Shop[] = []
  for (const [place, email] of owners.entries()) {
    const name = `m${place + 1}`
    const phone = `25571200000${place + 1}`
    const made = await makeMerchant(tx, world, { name, email, password, isVerified: true })
    const { merchant_id: id, webhook_secret: secret } = made
    await tx`update merchants set phone = ${phone} where id = ${id}`
    const actor = (environment: Environment) => actorOf({ id, name, phone }, environment, world.clock.now())
    shops.push({ name, id, secret, phone, actors: { live: actor('live'), sandbox: actor('sandbox') } })
  }
  return { shops, admins }
}
