import { randomBytes } from 'node:crypto'
import type { World } from '../world/world.ts'
import { makeMerchant } from './make-merchant.ts'
import { makeAdmin } from './make-people.ts'

/** Fills an empty database with something to try, once. Returns the text to show, or null when there is data already. */
export async function createDemo(world: World): Promise<string | null> {
  return await world.sql.begin(async (tx) => {
    // The lock makes one of several instances that start together do it.
    const [first] = await tx`
      update installation set demo_created_at = ${world.clock.now()}
      where demo_created_at is null and not exists (select from users) and not exists (select from merchants)
      returning id`
    if (!first) return null
    const password = () => randomBytes(9).toString('base64url')
    const owner = { email: 'owner@demo.malipo.test', password: password() }
    const admin = { email: 'admin@demo.malipo.test', password: password() }
    const merchant = await makeMerchant(tx, world, { name: 'Duka la Mfano', isVerified: true, ...owner })
    await makeAdmin(tx, world, admin)
    return demoText(world.baseUrl, { owner, admin, merchant })
  })
}

type Demo = {
  owner: { email: string; password: string }
  admin: { email: string; password: string }
  merchant: Awaited<ReturnType<typeof makeMerchant>>
}

function demoText(baseUrl: string, { owner, admin, merchant }: Demo): string {
  return `
A demo was made in the empty database. This is shown once:

  merchant        Duka la Mfano
  merchant_id     ${merchant.merchant_id}
  owner           ${owner.email}   password ${owner.password}
  Super Admin     ${admin.email}   password ${admin.password}
  sandbox key     ${merchant.sandbox_api_key}
  live key        ${merchant.live_api_key}
  webhook secret  ${merchant.webhook_secret}

Try it:

  curl -s ${baseUrl}/v1/collections/wallet-push \\
    -H 'Authorization: Bearer ${merchant.sandbox_api_key}' \\
    -H "Idempotency-Key: $(cat /proc/sys/kernel/random/uuid 2>/dev/null || uuidgen)" \\
    -H 'Content-Type: application/json' \\
    -d '{"merchant_id": "${merchant.merchant_id}", "amount": 1000, "phone": "0712345678", "reference": "order-1"}'

  curl -s ${baseUrl}/v1/merchant/balance -H 'Authorization: Bearer ${merchant.sandbox_api_key}'

For your own programs, as the guides at ${baseUrl}/docs have them:

  export MALIPO_URL=${baseUrl} MALIPO_KEY=${merchant.sandbox_api_key} MALIPO_MERCHANT=${merchant.merchant_id}

Follow what happens, in another terminal:

  curl -sN ${baseUrl}/v1/merchant/events/stream -H 'Authorization: Bearer ${merchant.sandbox_api_key}'
`
}
