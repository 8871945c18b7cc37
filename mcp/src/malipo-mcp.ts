#!/usr/bin/env node
import { MalipoError } from '@malipo/sdk'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { KeyRefused, openDoor } from './create-mcp-server.ts'
import { serveHttp } from './http/serve-http.ts'
import { BadArguments, readArguments, usage, type Wishes } from './read-arguments.ts'
import { version } from './version.ts'

/** Stdout belongs to the protocol: whatever is for people goes to stderr. */
const say = (text: string) => process.stderr.write(`${text}\n`)

async function start(wishes: Wishes): Promise<void> {
  if (wishes.over === 'stdio') {
    const server = await openDoor(wishes, wishes.allowed)
    await server.connect(new StdioServerTransport())
    // The client hangs up by closing our stdin.
    process.stdin.once('end', () => server.close())
    return
  }
  const door = await serveHttp(wishes)
  say(`Agents are served at ${door.url}; each brings a key of their own.`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => door.close())
}

/** In one sentence, without the key. */
function explain(error: unknown): string {
  if (error instanceof BadArguments) return `${error.message}\nSee malipo-mcp --help.`
  if (error instanceof KeyRefused) return error.message
  if (error instanceof MalipoError)
    return `The service did not take the key (${error.code}): ${error.message}`
  return error instanceof Error ? error.message : String(error)
}

try {
  const wishes = readArguments(process.argv.slice(2), process.env)
  if (wishes === 'help') process.stdout.write(usage)
  else if (wishes === 'version') process.stdout.write(`${version}\n`)
  else await start(wishes)
} catch (error) {
  say(`malipo-mcp: ${explain(error)}`)
  process.exitCode = 1
}
