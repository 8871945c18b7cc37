import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SameServer } from './same-server.ts'

/**
 * A ledger in SQL that others use, from the copy that whoever runs the bench has fetched (`PGLEDGER=path`). Undefined without one.
 * Answers with what moves money once, from one of eight accounts to one that everybody uses.
 */
export async function openPgledger(
  server: SameServer,
  clients: number,
): Promise<(() => Promise<number>) | undefined> {
  const folder = process.env.PGLEDGER
  if (folder === undefined) return undefined
  const sql = await server.make('pgledger', clients)
  const needed = await Array.fromAsync(glob('vendor/**/*.sql', { cwd: folder }))
  for (const file of [...needed.toSorted(), 'pgledger.sql'])
    await sql.unsafe(await readFile(join(folder, file), 'utf8'))
  const account = async (name: string) => {
    const [made] = await sql<{ id: string }[]>`select id from pgledger_create_account(${name}, 'TZS')`
    return made?.id ?? ''
  }
  const hot = await account('hot')
  const others = await Promise.all(Array.from({ length: 8 }, (_, place) => account(`other ${place}`)))
  let turn = 0
  return async () => {
    turn += 1
    await sql`select id from pgledger_create_transfer(${others[turn % others.length] ?? ''}, ${hot}, 1000)`
    return 1
  }
}
