import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask, testClusters, until } from '../../test/test-clusters.ts'
import { connectDatabase } from './connect-database.ts'
import { DatabaseAway } from './database-away.ts'
import type { EmbeddedCluster } from './embedded/embedded-cluster.ts'
import { writingJudge } from './judge-writing.ts'

describe('a database that answers and takes no writes', () => {
  const { open } = testClusters()

  async function stage() {
    const cluster = await open('one')
    const poolSize = 2
    const sql = connectDatabase({
      url: cluster.url('postgres'),
      poolSize,
      applicationName: 'judged',
      statementTimeoutMs: 400,
      waitForConnectionMs: 500,
    })
    return { cluster, sql, poolSize }
  }

  test('because its standby hangs, or its disk is full, is not ready, and is again when it does', async () => {
    const { cluster, sql } = await stage()
    const takesWrites = writingJudge(sql)
    assert.equal(await takesWrites(), true)
    await standbyHangs(cluster)
    await until(async () => !(await takesWrites()))
    assert.equal((await sql`select 1 as answers`)[0]?.answers, 1)
    await standbyIsBack(cluster)
    await until(takesWrites)

    await ask(cluster, `alter system set temp_file_limit = 0`)
    await ask(cluster, 'select pg_reload_conf()')
    await until(async () => !(await takesWrites()))
    await ask(cluster, 'alter system reset temp_file_limit')
    await ask(cluster, 'select pg_reload_conf()')
    await until(takesWrites)
    await sql.end()
  })

  test('lets nobody wait for ever, and not ever more sessions hang in it', async () => {
    const { cluster, sql, poolSize } = await stage()
    await ask(cluster, 'create table notes (note int)')
    const hanging = async () => {
      const rows = await ask(cluster, `select pid from pg_stat_activity where wait_event = 'SyncRep'`)
      return rows.length
    }
    await standbyHangs(cluster)
    for (let round = 0; round < 6; round += 1) {
      const tried = [1, 2, 3].map((note) => sql.begin((tx) => tx`insert into notes values (${note})`))
      const outcomes = await Promise.race([Promise.allSettled(tried), sleep(20_000, [], { ref: false })])
      assert.equal(outcomes.length, tried.length, 'they wait for ever')
      for (const outcome of outcomes) {
        assert.equal(outcome.status, 'rejected')
        assert.ok(outcome.reason instanceof DatabaseAway, String(outcome.reason))
      }
    }
    assert.ok((await hanging()) >= poolSize, 'it hangs')
    assert.ok((await hanging()) <= 2 * poolSize, `${await hanging()} sessions hang`)
    await standbyIsBack(cluster)
    await until(async () => (await hanging()) === 0)
    await until(() =>
      sql`insert into notes values (4)`.then(
        () => true,
        () => false,
      ),
    )
    await sql.end()
  })
})

/** No such standby is there, so that every commit waits for it. */
async function standbyHangs(cluster: EmbeddedCluster): Promise<void> {
  await ask(cluster, `alter system set synchronous_standby_names = 'nobody'`)
  await ask(cluster, 'select pg_reload_conf()')
}

async function standbyIsBack(cluster: EmbeddedCluster): Promise<void> {
  await ask(cluster, 'alter system reset synchronous_standby_names')
  await ask(cluster, 'select pg_reload_conf()')
}
