import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { curlOf } from './curl.ts'

test('a call is told as a shell takes it: what is quoted stays text, what a shell makes is made', () => {
  const body = `{"name":"It's $(date) \`id\` \\\\ \\"x\\""}`
  const text = curlOf({
    method: 'POST',
    url: 'https://pay.example/v1/x?a=1&b=2',
    shellHeaders: ['Authorization: Bearer $MALIPO_KEY'],
    headers: ['Content-Type: application/json'],
    body,
  })
  const shown = execFileSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }\n${text}`], {
    env: { MALIPO_KEY: 'mlp_x' },
    encoding: 'utf8',
  })
  assert.deepEqual(shown.split('\n'), [
    '-s',
    'https://pay.example/v1/x?a=1&b=2',
    '-H',
    'Authorization: Bearer mlp_x',
    '-H',
    'Content-Type: application/json',
    '-d',
    body,
    '',
  ])
  assert.equal(curlOf({ method: 'GET', url: 'https://x/' }), "curl -s 'https://x/'")
  assert.match(curlOf({ method: 'DELETE', url: 'https://x/' }), /^curl -s -X DELETE /)
})
