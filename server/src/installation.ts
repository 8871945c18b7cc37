import { randomBytes } from 'node:crypto'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'
import {
  mostWaiting,
  openDatabase,
  openPools,
  type Pools,
  refuseTooFewConnections,
} from './database/database.ts'
import { systemClock } from './primitives/clock.ts'
import { idsFrom } from './primitives/id.ts'
import { makeFolder } from './primitives/make-folder.ts'
import { StartRefused } from './primitives/start-refused.ts'
import { noticeRestore } from './providers/providers.ts'
import { followSecret, openVault } from './secret.ts'
import type { World } from './world/world.ts'

export type Installation = { world: World; pools: Pools; describe: string; close(): Promise<void> }

/** Opens what the service and the operator's commands both need: the database, and the secret that fits it. */
export async function openInstallation(
  config: Config,
  options: { applicationName: string; log: (line: string) => void; statementTimeoutMs?: number },
): Promise<Installation> {
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    directUrl: config.databaseDirectUrl,
    dataDir: config.dataDir,
    poolSize: config.poolSizes.money,
    mostWaiting,
    ...options,
  })
  const pools = openPools(database.place, options.applicationName, config.poolSizes, config.readReplicaUrl)
  let stopFollowing = () => {}
  const close = async () => {
    stopFollowing()
    await pools.close()
    await database.close()
  }
  try {
    // A pooler has connections of its own, of which the server says nothing.
    if (!database.place.pooler) await refuseTooFewConnections(database.sql, config.poolSizes)
    const secret = config.secret ?? (await ownSecret(config.dataDir))
    const { sql } = database
    const vault = await openVault({ sql, clock: systemClock }, secret, config.previousSecret)
    if ((await noticeRestore(sql, systemClock)).holdsPayouts)
      options.log('This database was restored: payouts wait until malipo restore release (docs/backups.md)')
    stopFollowing = config.previousSecret === undefined ? () => {} : followSecret(sql, vault)
    const world = worldOf(config, { sql, clock: systemClock, vault })
    return { world, pools, describe: database.describe, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** What the settings say of the world, in one place for the installation and for tests that bring their own database and clock. */
export function worldOf(config: Config, given: Pick<World, 'sql' | 'clock' | 'vault'>): World {
  return {
    ...given,
    newId: idsFrom(given.clock),
    baseUrl: config.baseUrl,
    mailIsConfigured: config.smtpUrl !== undefined,
    smsIsConfigured: config.sms !== null,
    decidersNeedSecondFactor: config.mode === 'production',
  }
}

/** In development the secret is made once and kept beside the data it protects. */
async function ownSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'secret')
  await makeFolder(dataDir)
  try {
    await writeFile(path, `${randomBytes(48).toString('base64')}\n`, { flag: 'wx', mode: 0o600 })
    await chmod(path, 0o600)
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  }
  const secret = (await readFile(path, 'utf8')).trim()
  if (secret.length < 32)
    throw new StartRefused(`${path} is damaged. Restore it from a backup, or set MALIPO_SECRET.`)
  return secret
}
