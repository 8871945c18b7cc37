import { chmod, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from '../../primitives/make-folder.ts'
import { StartRefused } from '../../primitives/start-refused.ts'
import { createCluster } from './create-cluster.ts'
import { type Account, choosePostgresAccount } from './postgres-account.ts'
import {
  findPostgresBinaries,
  ownMajor,
  type PostgresBinaries,
  type PostgresPrograms,
} from './postgres-binaries.ts'
import type { PostgresSettings } from './postgres-settings.ts'
import { chooseRunAs, type RunAs } from './run-as.ts'
import { makeSocketFolder, socketFolderOf } from './socket-folder.ts'

/** A cluster that exists and may be started: where it is, and how and as whom. */
export type ClusterPlace = {
  clusterFolder: string
  socketFolder: string
  logFile: string
  binaries: PostgresBinaries
  account: Account | undefined
  runAs: RunAs
  settings: PostgresSettings
}

/** Makes whatever is missing; a folder that cannot be used is told in one line. */
export async function prepareClusterPlace(
  dataDir: string,
  settings: PostgresSettings = {},
  programs?: PostgresPrograms,
): Promise<ClusterPlace> {
  try {
    return await prepare(dataDir, settings, programs)
  } catch (error) {
    if (!(error instanceof Error) || error instanceof StartRefused) throw error
    throw new StartRefused(
      `PostgreSQL cannot use ${dataDir} (${error.message}): set DATA_DIR to a folder that you may write to.`,
      { cause: error },
    )
  }
}

async function prepare(
  dataDir: string,
  settings: PostgresSettings,
  programs: PostgresPrograms | undefined,
): Promise<ClusterPlace> {
  const root = await makeDataFolder(dataDir)
  const clusterFolder = join(root, 'postgres')
  const socketFolder = socketFolderOf(root)
  const { major, ...binaries } = programs ?? { major: ownMajor, ...(await findPostgresBinaries()) }
  const account = await choosePostgresAccount(clusterFolder)
  const runAs = await chooseRunAs(account, binaries.postgres, [root, dirname(socketFolder)])
  await createCluster({ clusterFolder, initdb: binaries.initdb, major, account, runAs })
  await makeSocketFolder(socketFolder, account)
  const logFile = join(root, 'postgres.log')
  return { clusterFolder, socketFolder, logFile, binaries, account, runAs, settings }
}

/** The real path, since two spellings of one folder must lead to one server. */
async function makeDataFolder(dataDir: string): Promise<string> {
  const isNew = await makeFolder(dataDir, 0o700)
  // The account that runs PostgreSQL for root must pass through, but need not look around.
  if (isNew && process.getuid?.() === 0) await chmod(dataDir, 0o711)
  return await realpath(dataDir)
}
