import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { freePort, startProcess, temporaryFolder } from '../run-service.ts'
import { testSecret } from '../service.ts'
import { createTestDatabase } from '../test-database.ts'

async function refusal(environment: Record<string, string>): Promise<string> {
  const started = startProcess({ environment: { PORT: String(await freePort()), ...environment } })
  const { code } = await started.exit
  assert.equal(code, 1, started.output())
  const lines = started.output().trim().split('\n')
  const said = lines.filter((line) => line.startsWith('Malipo cannot start: '))
  assert.equal(said.length, 1, started.output())
  assert.ok(!started.output().includes('    at '), 'no stack trace')
  return said[0] ?? ''
}

test('each malformed setting is named in one line', async () => {
  const malformed: [Record<string, string>, string][] = [
    [{ PORT: 'http' }, 'PORT is "http", but must be a whole number from 0 to 65535.'],
    [{ RATE_LIMIT: 'maybe' }, 'RATE_LIMIT is "maybe", but must be one of on, off.'],
    [{ BASE_URL: 'localhost' }, 'BASE_URL is "localhost", but must be an http or https address'],
    [{ DATABASE_URL: 'mysql://secret@x' }, 'DATABASE_URL must be an address like postgres://'],
    [{ MALIPO_SECRET: 'short' }, 'MALIPO_SECRET must have at least 32 characters.'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL is "loud", but must be one of fatal'],
  ]
  for (const [environment, expected] of malformed) {
    const said = await refusal(environment)
    assert.ok(said.includes(expected), said)
    assert.ok(!said.includes('secret@x'))
  }
})

test('production refuses to start without its secrets, with a demo, without limits, or in the clear', async () => {
  const complete = {
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://malipo@127.0.0.1:1/malipo',
    MALIPO_SECRET: testSecret,
    BASE_URL: 'https://pay.example.com',
  }
  const wrong: [Record<string, string>, RegExp][] = [
    [{ DATABASE_URL: '', MALIPO_SECRET: '' }, /needs DATABASE_URL, MALIPO_SECRET/],
    [{ RATE_LIMIT: 'off' }, /RATE_LIMIT=off/],
    [{ DEMO: 'on' }, /DEMO=on/],
    [{ BASE_URL: 'http://pay.example.com' }, /must be https/],
  ]
  for (const [change, expected] of wrong) assert.match(await refusal({ ...complete, ...change }), expected)
})

test('another secret than the database was made with is refused', async () => {
  const database = await createTestDatabase()
  const folder = await temporaryFolder()
  try {
    await database.sql`
      insert into installation (id, secret_probe, created_at)
      values ('01a1dd0e-ae98-74d0-b84c-d3ed98fa45f1', '\\x00', '2026-01-01')`
    const environment = { DATABASE_URL: database.url, DATA_DIR: folder.path }
    assert.match(await refusal(environment), /The secret does not fit this database/)
  } finally {
    await database.drop()
    await folder.remove()
  }
})

test('a port that is taken is named', async () => {
  const database = await createTestDatabase()
  const folder = await temporaryFolder()
  const blocker = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => blocker.once('listening', resolve))
  const { port } = blocker.address() as { port: number }
  try {
    const environment = { PORT: String(port), DATABASE_URL: database.url, DATA_DIR: folder.path }
    assert.match(await refusal(environment), new RegExp(`Port ${port} is in use`))
  } finally {
    blocker.close()
    await database.drop()
    await folder.remove()
  }
})
