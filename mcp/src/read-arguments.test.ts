import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BadArguments, readArguments } from './read-arguments.ts'

const MALIPO_KEY = 'mlp_sandbox_x'

test('without a wish it speaks over stdio, in the sandbox', () => {
  assert.deepEqual(readArguments([], { MALIPO_KEY }), {
    over: 'stdio',
    baseUrl: 'http://localhost:4000',
    allowed: { live: false, moneyRequests: false },
    apiKey: MALIPO_KEY,
  })
})

test('over HTTP it listens on this machine, and the key of the process is not even read', () => {
  const environment = { MALIPO_KEY, MALIPO_URL: 'https://pay.example' }
  const wishes = readArguments(['--http', '--port', '0', '--live', '--allow-money-requests'], environment)
  assert.deepEqual(wishes, {
    over: 'http',
    baseUrl: 'https://pay.example',
    allowed: { live: true, moneyRequests: true },
    host: '127.0.0.1',
    port: 0,
    hosts: [],
    origins: [],
  })
  assert.ok(!JSON.stringify(wishes).includes(MALIPO_KEY))
})

test('what cannot be is refused with what to write instead', () => {
  const faults: [string[], Record<string, string>, RegExp][] = [
    [[], {}, /Set MALIPO_KEY/],
    [['--url', 'ftp://pay.example'], { MALIPO_KEY }, /--url/],
    [['--port', '4100'], { MALIPO_KEY }, /--port goes with --http/],
    [['--http', '--port', '70000'], {}, /--port must be/],
    [['--http', '--host', '0.0.0.0'], {}, /--allow-host/],
    [['--http', '--allow-host', 'mcp.example:443'], {}, /without a port/],
    [['--allow-money-requests'], { MALIPO_KEY }, /give --live, too/],
    [['--lvie'], { MALIPO_KEY }, /lvie/],
  ]
  for (const [args, environment, words] of faults) {
    assert.throws(
      () => readArguments(args, environment),
      (error) => error instanceof BadArguments && words.test(error.message),
      args.join(' '),
    )
  }
})
