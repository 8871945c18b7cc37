import { createApp } from '../../server/src/app.ts'
import { readConfig } from '../../server/src/config.ts'
import { openInstallation } from '../../server/src/installation.ts'
import { makeMerchant } from '../../server/src/operator/operator.ts'
import { createLog } from '../../server/src/telemetry/telemetry.ts'

/** The service as it is, on a database of its own, with request logs on; only the rate limits are lifted. */
const config = readConfig({ ...process.env, PORT: '0', RATE_LIMIT: 'off' })
const installation = await openInstallation(config, { applicationName: 'malipo-bench', log: () => {} })
const { world } = installation
const merchant = await world.sql.begin((tx) =>
  makeMerchant(tx, world, {
    name: 'Bench',
    email: 'bench@malipo.test',
    password: 'a password',
    isVerified: true,
  }),
)
const { app } = await createApp(config, world, createLog({ level: 'info' }))
const url = await app.listen({ host: '127.0.0.1', port: 0 })

process.send?.({ url, merchantId: merchant.merchant_id, key: merchant.sandbox_api_key })
process.on('disconnect', async () => {
  await app.close()
  await installation.close()
  process.exit(0)
})
