import { createApp, version } from '../../server/src/app.ts'
import { readConfig } from '../../server/src/config.ts'
import { openInstallation } from '../../server/src/installation.ts'
import { openTracing } from '../../server/src/open-tracing.ts'
import { assembleParts } from '../../server/src/parts.ts'
import { createLog } from '../../server/src/telemetry/telemetry.ts'
import { benchMerchant } from './bench-merchant.ts'
import { readCosts } from './costs.ts'
import { makeRules } from './make-rules.ts'

/** The service as it is, on a database of its own, with request logs on, unless a bench asks what they cost; only the rate limits are lifted. */
const config = readConfig({ ...process.env, PORT: '0', RATE_LIMIT: 'off' })
const installation = await openInstallation(config, { applicationName: 'malipo-bench', log: () => {} })
const { world } = installation
const merchant = await benchMerchant(world)
await makeRules(world, merchant.merchant_id, process.env.BENCH_RULES ?? 'none')
const log = createLog({ level: 'info' })
const tracing = await openTracing(config, { clock: world.clock, log, version })
const parts = assembleParts(config, world, log, { pools: installation.pools, tracing })
if (process.env.BENCH_REQUESTS === 'off') parts.requests = { keep: () => {}, written: async () => {} }
const { app } = await createApp(parts)
const url = await app.listen({ host: '127.0.0.1', port: 0 })

process.send?.({
  url,
  merchantId: merchant.merchant_id,
  key: merchant.sandbox_api_key,
  email: merchant.owner_email,
})
process.on('message', async () => {
  const costs = JSON.stringify(await readCosts(world))
  const [log] =
    await world.sql`select count(*)::text as kept from requests where merchant_id = ${merchant.merchant_id}`
  const handles = String(process.getActiveResourcesInfo().length)
  process.send?.({ rss: String(process.memoryUsage().rss), handles, costs, kept: String(log?.kept) })
})
process.on('disconnect', async () => {
  await app.close()
  await installation.close()
  process.exit(0)
})
