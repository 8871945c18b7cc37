import { parseArgs } from 'node:util'
import type { Allowed } from './create-mcp-server.ts'
import { loopbackNames } from './http/refuse-foreign.ts'

export type Wishes = {
  baseUrl: string
  allowed: Allowed
} & (
  | { over: 'stdio'; apiKey: string }
  | { over: 'http'; host: string; port: number; hosts: string[]; origins: string[] }
)

/** What was asked for cannot be done as it was written. The message says what to write instead. */
export class BadArguments extends Error {
  override name = 'BadArguments'
}

export const usage = `malipo-mcp: Malipo for agents, over the Model Context Protocol

  malipo-mcp                      speaks over stdin and stdout, with the key in MALIPO_KEY
  malipo-mcp --http [--port N]    listens on this machine; each caller brings a key of their own

  --url U                   where the service is (or MALIPO_URL; http://localhost:4000)
  --live                    takes live keys, too; they only read
  --allow-money-requests    lets live keys make links and invoices and ask for payouts, which people approve
  --port N                  with --http: where to listen (4100)
  --host H                  with --http: on which address (127.0.0.1)
  --allow-host H            with --http: another name by which callers reach it; may be repeated
  --allow-origin O          with --http: a page in browsers that may call it; may be repeated
  --help, --version
`

const options = {
  http: { type: 'boolean', default: false },
  url: { type: 'string' },
  live: { type: 'boolean', default: false },
  'allow-money-requests': { type: 'boolean', default: false },
  port: { type: 'string' },
  host: { type: 'string' },
  'allow-host': { type: 'string', multiple: true },
  'allow-origin': { type: 'string', multiple: true },
  help: { type: 'boolean', default: false },
  version: { type: 'boolean', default: false },
} as const

export function readArguments(
  args: string[],
  environment: Record<string, string | undefined>,
): Wishes | 'help' | 'version' {
  const values = parse(args)
  if (values.help) return 'help'
  if (values.version) return 'version'
  const baseUrl = values.url ?? environment.MALIPO_URL ?? 'http://localhost:4000'
  if (!URL.canParse(baseUrl) || !/^https?:/.test(baseUrl)) {
    throw new BadArguments('--url (or MALIPO_URL) must be an address like https://pay.example')
  }
  const allowed = { live: values.live, moneyRequests: values['allow-money-requests'] }
  if (allowed.moneyRequests && !allowed.live) {
    throw new BadArguments('--allow-money-requests is for live keys: give --live, too, or leave it out.')
  }
  if (!values.http) return { over: 'stdio', baseUrl, allowed, apiKey: keyOf(values, environment) }
  const { host = '127.0.0.1', 'allow-host': hosts = [], 'allow-origin': origins = [] } = values
  if (![...loopbackNames, '::1'].includes(host) && hosts.length === 0) {
    throw new BadArguments(
      'Beyond this machine it must know its names: say with --allow-host how callers reach it, and put TLS in front of it.',
    )
  }
  const strange = hosts.find((name) => !/^[\w.-]+$/.test(name))
  if (strange) throw new BadArguments(`--allow-host takes a name without a port, unlike ${strange}`)
  const names = hosts.map((name) => name.toLowerCase())
  return { over: 'http', baseUrl, allowed, host, port: portOf(values.port), hosts: names, origins }
}

type Values = ReturnType<typeof parse>

function parse(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: false }).values
  } catch (error) {
    throw new BadArguments(error instanceof Error ? error.message : 'These arguments cannot be read.')
  }
}

/** Only here: over HTTP the process has no key, so that it cannot lend one. */
function keyOf(values: Values, environment: Record<string, string | undefined>): string {
  const stray = (['port', 'host', 'allow-host', 'allow-origin'] as const).find((name) => values[name])
  if (stray) throw new BadArguments(`--${stray} goes with --http.`)
  if (!environment.MALIPO_KEY) {
    throw new BadArguments('Set MALIPO_KEY to an API key of your merchant, for the sandbox: mlp_sandbox_…')
  }
  return environment.MALIPO_KEY
}

function portOf(text = '4100'): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(port <= 65_535)) throw new BadArguments('--port must be a number up to 65535.')
  return port
}
