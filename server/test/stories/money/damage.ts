import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkBooks, runChecks } from '../../../src/books/books.ts'
import { connectDatabase, urlOfDatabase } from '../../../src/database/database.ts'
import type { Service } from '../../service.ts'

/** A check, and what breaks it. */
export type Damage = [check: string, damages: string[]]

/** What the tables themselves would refuse is looked for all the same. */
export type Unguarded = { tables: string[]; indexes?: string[] }

export type Intruder = Awaited<ReturnType<typeof openIntruder>>

/** A superuser in the same database: nobody else gets past the triggers. */
export async function openIntruder({ world, database }: Service, { tables, indexes = [] }: Unguarded) {
  const [{ name } = { name: '' }] = await world.sql<{ name: string }[]>`select current_database() as name`
  const url = urlOfDatabase(database.adminUrl, name)
  const sql = connectDatabase({ url, poolSize: 1, applicationName: 'intruder' })
  return {
    leave: () => sql.end(),
    /** Which checks do not hold, without any damage. */
    async wrongs(): Promise<unknown[]> {
      return (await checkBooks(world)).filter(({ holds }) => !holds)
    },
    /** Which checks break by a damage that is undone afterwards. */
    async brokenBy(damage: string): Promise<string[]> {
      const undo = new Error('undone')
      let broken: string[] = []
      const damaged = sql.begin(async (tx) => {
        await tx.unsafe('set local session_replication_role = replica')
        for (const table of tables) await tx.unsafe(unchecked(table))
        for (const index of indexes) await tx.unsafe(`drop index ${index}`)
        await tx.unsafe(damage)
        const findings = await runChecks(tx, world.vault)
        broken = findings.filter(({ holds }) => !holds).map(({ check }) => check)
        throw undo
      })
      await assert.rejects(damaged, undo)
      return broken
    },
  }
}

const unchecked = (table: string) => `
  do $$ declare known name; begin
    for known in select conname from pg_constraint
      where conrelid = '${table}'::regclass and contype = 'c' and conparentid = 0 loop
      execute format('alter table ${table} drop constraint %I', known);
    end loop;
  end $$`

/** Sound books hold, each damage is found by the check that it is for, and where all checks of a kind are given none is without. */
export function damageIsFound(
  damages: Damage[],
  intruder: () => Intruder,
  checks?: readonly { check: string }[],
): void {
  test('sound books hold', async () => assert.deepEqual(await intruder().wrongs(), []))
  if (checks) {
    test('every check has its damage here', () =>
      assert.deepEqual(damages.map(([check]) => check).sort(), checks.map(({ check }) => check).sort()))
  }
  for (const [check, plants] of damages) {
    test(`damage is found: ${check}`, async () => {
      for (const plant of plants) {
        const broken = await intruder().brokenBy(plant)
        assert.ok(broken.includes(check), `${plant}\nbroke only: ${broken.join('; ') || 'nothing'}`)
      }
    })
  }
}
