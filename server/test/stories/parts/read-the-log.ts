import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Finished, RunningCommand } from '../../terminal.ts'

type Given = {
  run(...words: string[]): Promise<Finished>
  start(words: string[]): RunningCommand
  /** Those that are ended when the test is over. */
  listeners: RunningCommand[]
}

/** Follows the log of requests in a terminal, and looks one up by its id. */
export async function readTheLog({ run, start, listeners }: Given): Promise<void> {
  const refused = async () =>
    (await run('collections', 'create', '--amount', '10', '--phone', '12', '--json')).stderr
  const requestIdOf = (stderr: string) => String(JSON.parse(stderr).error.request_id)
  const before = requestIdOf(await refused())
  const following = start(['logs', 'tail', '--follow', '--status', '4xx', '--json'])
  listeners.push(following)
  await following.until(() => following.stdout().includes(before), 'what was refused before')
  const later = [requestIdOf(await refused()), requestIdOf(await refused())]
  await following.until(() => later.every((id) => following.stdout().includes(id)), 'what was refused since')
  following.kill('SIGINT')
  assert.equal((await following.exit).code, 0)
  const shown = following
    .stdout()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const ids = shown.map(({ request_id }) => request_id)
  assert.equal(new Set(ids).size, ids.length)
  assert.deepEqual(ids.slice(-2), later)
  assert.ok(shown.every(({ status }) => status >= 400 && status < 500))
  const found = await run(
    'logs',
    'tail',
    '--limit',
    '3',
    '--path',
    '/v1/collections/wallet-push',
    '--status',
    '422',
  )
  assert.equal(
    found.stdout.match(/ 422 {2}POST {3}\/v1\/collections\/wallet-push {2}validation_error /g)?.length,
    3,
    found.stdout,
  )
  const one = await run('logs', 'get', before)
  assert.equal(one.code, 0, one.stderr)
  assert.match(one.stdout, /\nstatus +422\n/)
  assert.match(one.stdout, /\nasked:\n\{\n.*"amount": 10,\n.*\nanswered:\n\{\n.*"code": "validation_error"/s)
  const unknown = await run('logs', 'get', randomUUID())
  assert.equal(unknown.code, 1)
  assert.match(unknown.stderr, /not_found, HTTP 404.*found with --live only/s)
}
