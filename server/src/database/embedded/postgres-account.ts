import { stat } from 'node:fs/promises'
import { StartRefused } from '../../primitives/start-refused.ts'
import { runProgram } from './run-program.ts'

/** Who runs PostgreSQL and owns its files. */
export type Account = { uid: number; gid: number }

const accountName = 'malipo'

/** PostgreSQL refuses to run as root; undefined means that we are not root and run it as ourselves. */
export async function choosePostgresAccount(clusterFolder: string): Promise<Account | undefined> {
  const ours = process.getuid?.()
  if (ours === undefined)
    throw new StartRefused('Embedded PostgreSQL needs Linux or macOS: set DATABASE_URL.')
  const cluster = await stat(clusterFolder).catch(() => undefined)
  if (ours !== 0) {
    if (cluster !== undefined && cluster.uid !== ours) throw belongsToAnother(clusterFolder, cluster.uid)
    return undefined
  }
  // A cluster keeps its owner: a rebuilt container may number its accounts differently.
  if (cluster !== undefined && cluster.uid !== 0) return { uid: cluster.uid, gid: cluster.gid }
  return await findOrMakeAccount()
}

async function findOrMakeAccount(): Promise<Account> {
  const existing = await findAccount(accountName)
  if (existing !== undefined) return existing
  const noHome = ['--no-create-home', '--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin']
  await runProgram('useradd', ['--system', '--user-group', ...noHome, accountName])
  for (const name of [accountName, 'postgres', 'nobody']) {
    const account = await findAccount(name)
    if (account !== undefined) return account
  }
  throw new StartRefused(
    `PostgreSQL does not run as root and the account "${accountName}" cannot be made: ` +
      'run as an ordinary user, or set DATABASE_URL.',
  )
}

async function findAccount(name: string): Promise<Account | undefined> {
  const [user, group] = await Promise.all([runProgram('id', ['-u', name]), runProgram('id', ['-g', name])])
  if (user.code !== 0 || group.code !== 0) return undefined
  const account = { uid: Number(user.output), gid: Number(group.output) }
  return account.uid > 0 ? account : undefined
}

function belongsToAnother(folder: string, uid: number): StartRefused {
  return new StartRefused(
    `${folder} belongs to the user with uid ${uid}: run as that user, or set DATA_DIR to a folder of your own.`,
  )
}
