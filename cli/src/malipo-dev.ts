#!/usr/bin/env node
import { runCli } from './cli.ts'
import { surroundingsOf } from './surroundings.ts'

const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => interrupted.abort())
// Whoever reads us may stop reading, as `head` does. We end as other programs do then (128 and SIGPIPE), without a word; 0 would say
// that what was waited for has come about.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(141)
    throw error
  })

process.exitCode = await runCli(process.argv.slice(2), surroundingsOf(process, interrupted.signal))
