import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { ask, testClusters } from '../../test/test-clusters.ts'
import { DatabaseAway } from '../database/database.ts'
import { copyRefused, findPrimary } from './find-primary.ts'

const gone = 'postgres://copyist@127.0.0.1:1/postgres'
const hostsOf = (urls: string[]) =>
  `postgres://copyist@${urls.map((url) => new URL(url).host).join(',')}/postgres`

describe('of several hosts that could be copied', () => {
  const { folder, open } = testClusters()

  test('the one that takes writes is found by a role that is let into no database', async () => {
    const [one, two] = await Promise.all([open('one'), open('two')])
    await ask(one, 'create role copyist login replication')
    await ask(one, 'revoke connect on database postgres from public')
    await ask(two, 'create role copyist login replication')
    await two.close()
    await writeFile(folder('two/postgres/standby.signal'), '')
    const standby = await open('two')
    const primary = one.url('postgres', 'copyist')
    const urls = [gone, standby.url('postgres'), one.url('postgres')]
    assert.equal(new URL(await findPrimary(hostsOf(urls))).host, new URL(primary).host)

    await assert.rejects(findPrimary(hostsOf(urls.slice(0, 2))), (error: Error) => {
      assert.ok(error instanceof DatabaseAway)
      assert.match(error.message, /ECONNREFUSED.*; the database postgres .* takes no writes$/)
      return true
    })
    // Nothing is asked of a single one: it may be a standby on purpose.
    assert.equal(await findPrimary(gone), gone)

    await ask(one, 'alter role copyist noreplication')
    const there = urls.slice(1)
    await assert.rejects(findPrimary(hostsOf(there)), (error) => {
      assert.match(copyRefused(error).message, /lets us copy nothing: permission denied to start WAL sender/)
      return true
    })
    // One that is away may be the one that takes writes, and lets us in.
    await assert.rejects(findPrimary(hostsOf(urls)), DatabaseAway)
  })
})
