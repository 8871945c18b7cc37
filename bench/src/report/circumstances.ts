import os from 'node:os'
import { readConfig } from '../../../server/src/config.ts'
import { openInstallation } from '../../../server/src/installation.ts'
import { find } from '../load.ts'
import { rounds, seconds } from '../measure.ts'

/** Under what the figures were found: who compares them with others needs to know. */
export type Circumstances = {
  date: string
  machine: string
  node: string
  postgresql: string
  generator: string
  rounds: number
  seconds: number
}

export async function readCircumstances(dataDir: string): Promise<Circumstances> {
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: `${os.availableParallelism()} cores (${os.arch()}), ${Math.round(os.totalmem() / 2 ** 30)} GiB, ${os.type()}`,
    node: process.versions.node,
    postgresql: await versionOfDatabase(dataDir),
    generator: find('wrk') ? 'wrk' : 'node',
    rounds,
    seconds,
  }
}

async function versionOfDatabase(dataDir: string): Promise<string> {
  const config = readConfig({ DATA_DIR: dataDir })
  const installation = await openInstallation(config, { applicationName: 'malipo-bench', log: () => {} })
  try {
    const [row] = await installation.world.sql<{ version: string }[]>`
      select current_setting('server_version') as version`
    return row?.version ?? 'unknown'
  } finally {
    await installation.close()
  }
}
