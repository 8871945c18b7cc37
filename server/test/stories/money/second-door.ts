import { createApp } from '../../../src/app.ts'
import { readConfig } from '../../../src/config.ts'
import { connectDatabase } from '../../../src/database/database.ts'
import { assembleParts } from '../../../src/parts.ts'
import { createLog } from '../../../src/telemetry/telemetry.ts'
import type { Service } from '../../service.ts'

/** One more instance of the service on the same database, with connections and batches of its own. */
export async function openSecondDoor({ world, database }: Service) {
  const sql = connectDatabase({ url: database.url, poolSize: 5, applicationName: 'second door' })
  const config = readConfig({ PORT: '0', RATE_LIMIT: 'off', ROLE: 'api' })
  const log = createLog({ level: 'silent' })
  const itsWorld = { ...world, sql }
  const parts = assembleParts(config, itsWorld, log)
  const { app } = await createApp(parts)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    url,
    async close() {
      await app.close()
      await Promise.allSettled(parts.sendings)
      await sql.end({ timeout: 1 })
    },
  }
}
