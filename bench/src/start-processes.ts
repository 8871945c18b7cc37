import { readConfig } from '../../server/src/config.ts'
import { openInstallation } from '../../server/src/installation.ts'
import { freePort, runService } from '../../server/test/run-service.ts'
import { benchMerchant } from './bench-merchant.ts'
import type { Child } from './child.ts'
import { memoryFlags } from './child.ts'

/** The service as `npm start` starts it, with settings of its own and a merchant: where it is more than one process, or is told to be. */
export async function startProcesses(
  dataDir: string,
  environment: Record<string, string>,
): Promise<Pick<Child, 'message' | 'stop'>> {
  const running = await runService({
    port: await freePort(),
    command: [...memoryFlags, 'server/src/main.ts'],
    environment: { DATA_DIR: dataDir, RATE_LIMIT: 'off', DEMO: 'off', ...environment },
  })
  const merchant = await makeMerchant(dataDir)
  return {
    message: {
      url: running.url,
      merchantId: merchant.merchant_id,
      key: merchant.sandbox_api_key,
      email: merchant.owner_email,
    },
    async stop() {
      running.child.kill('SIGTERM')
      await running.exit
    },
  }
}

async function makeMerchant(dataDir: string) {
  const config = readConfig({ DATA_DIR: dataDir })
  const installation = await openInstallation(config, { applicationName: 'malipo-bench', log: () => {} })
  try {
    return await benchMerchant(installation.world)
  } finally {
    await installation.close()
  }
}
