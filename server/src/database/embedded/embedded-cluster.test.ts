import assert from 'node:assert/strict'
import { cp, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { ask, testClusters } from '../../../test/test-clusters.ts'
import { StartRefused } from '../../primitives/start-refused.ts'
import { connectDatabase } from '../connect-database.ts'
import { findPostmaster } from './postmaster.ts'

const { folder, open } = testClusters()

describe('coming and going', () => {
  test('several that start and stop at once on a new folder share one server and leave none behind', async () => {
    for (let round = 0; round < 2; round++) {
      const clusters = await Promise.all([open('one'), open('one')])
      assert.equal(new Set(clusters.map((cluster) => cluster.pid())).size, 1)
      await Promise.all(clusters.map((cluster) => cluster.close()))
      assert.equal(await findPostmaster(folder('one/postgres')), undefined)
    }
    assert.deepEqual((await readdir(folder('one'))).sort(), ['postgres', 'postgres.log', 'socket'])
  })

  test('rows outlive a stop, and whoever leaves last stops the server', async () => {
    const first = await open('one')
    const second = await open('one')
    assert.equal(first.pid(), second.pid())
    await ask(first, 'create table marks as select 7 as mark')
    await first.close()
    assert.deepEqual(await ask(second, 'select mark from marks'), [{ mark: 7 }])
    await second.close()
    assert.equal(await findPostmaster(folder('one/postgres')), undefined)
    const third = await open('one')
    assert.deepEqual(await ask(third, 'select mark from marks'), [{ mark: 7 }])
  })

  test('a server that somebody else is connected to is left running', async () => {
    const cluster = await open('one')
    const guest = connectDatabase({ url: cluster.url('postgres'), poolSize: 1, applicationName: 'psql' })
    await guest`select 1`
    await cluster.close()
    assert.deepEqual([...(await guest`select 1 as still`)], [{ still: 1 }])
    await guest.end()
    const again = await open('one')
    assert.equal(again.pid(), cluster.pid())
    await again.close()
    assert.equal(await findPostmaster(folder('one/postgres')), undefined)
  })

  test('opening while the last one closes gives a server that stays', async () => {
    let current = await open('one')
    for (let round = 0; round < 5; round++) {
      const [, next] = await Promise.all([current.close(), open('one')])
      assert.deepEqual(await ask(next, 'select 1 as one'), [{ one: 1 }])
      current = next
    }
  })
})

describe('what the server promises', () => {
  test('commits are durable, pages have checksums, and only its socket is open', async () => {
    const cluster = await open('one')
    const names = ['fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums', 'server_encoding']
    const [durable] = await ask(
      cluster,
      `select ${names.map((name) => `current_setting('${name}') as ${name}`)}`,
    )
    assert.deepEqual(Object.values(durable ?? {}), ['on', 'on', 'on', 'on', 'UTF8'])
    const [text] = await ask(
      cluster,
      `select current_setting('listen_addresses') as tcp, upper('é') as e, 'B' < 'a' as bytewise`,
    )
    assert.deepEqual(text, { tcp: '', e: 'É', bytewise: true })
  })

  test('a copied folder too deep for a socket gets one under the temporary folder, beside the original', async () => {
    const deep = join('deep'.repeat(20), 'deeper'.repeat(10))
    // As root the copy is in root's hands, and PostgreSQL's account must be given it.
    await cp(folder('one/postgres'), folder(`${deep}/postgres`), { recursive: true })
    const [far, near] = await Promise.all([open(deep), open('one')])
    assert.ok(!decodeURIComponent(far.url('postgres')).includes(deep))
    assert.notEqual(far.pid(), near.pid())
    assert.deepEqual(await ask(far, 'select mark from marks'), [{ mark: 7 }])
  })
})

describe('refusals in one line', () => {
  test('a folder with something else in it', async () => {
    await mkdir(folder('other/postgres'), { recursive: true })
    await writeFile(folder('other/postgres/diary.txt'), 'dear diary')
    await assert.rejects(open('other'), refusal(/is not a PostgreSQL cluster: move it away, or set DATA_DIR/))
  })

  test('a cluster of another PostgreSQL', async () => {
    await mkdir(folder('old/postgres'), { recursive: true })
    await writeFile(folder('old/postgres/PG_VERSION'), '17\n')
    await assert.rejects(open('old'), refusal(/was made by PostgreSQL 17 and this is PostgreSQL 18/))
  })

  test('a data folder that is a file', async () => {
    await writeFile(folder('file'), '')
    await assert.rejects(open('file'), refusal(/cannot use .*: set DATA_DIR/))
  })

  test('a server that cannot start tells why', async () => {
    const settings = { shared_buffers: 'plenty' }
    const reason = /PostgreSQL could not start: invalid value for parameter "shared_buffers"/
    await assert.rejects(open('one', undefined, settings), refusal(reason))
  })

  function refusal(message: RegExp): (error: unknown) => boolean {
    return (error) => {
      assert.ok(error instanceof StartRefused, String(error))
      assert.match(error.message, message)
      assert.ok(!error.message.includes('\n'))
      return true
    }
  }
})
