import { MalipoError } from '@malipo/sdk'
import { CommanderError } from 'commander'
import { Misuse, Trouble } from '../failures.ts'
import type { Surroundings } from '../surroundings.ts'
import { adviceFor } from './advice-for.ts'
import { harmless, harmlessJson } from './harmless.ts'
import { isColourful, paintFor } from './paint.ts'

type Told = { words: string; more?: (string | undefined)[]; code: number; shown?: Record<string, unknown> }

/** Writes what went wrong and what to do about it, and says how to exit. */
export function tellFailure(error: unknown, { env, stderr, signal }: Surroundings, isJson: boolean): number {
  // The parser has written its own words already; asking for help is no failure.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  // Whoever pressed Ctrl-C knows why it ended.
  if (signal.aborted) return 130
  const { words, more = [], code, shown } = tell(error)
  const watched = { env, stdout: stderr }
  const paint = paintFor(watched)
  const lines = [`${paint.red('error:')} ${words}`, ...more.filter((line) => line !== undefined)]
  const told = isJson
    ? harmlessJson({ error: shown ?? { message: words } })
    : harmless(lines.join('\n'), { isColourful: isColourful(watched) })
  stderr.write(`${told}\n`)
  return code
}

function tell(error: unknown): Told {
  if (error instanceof Misuse) return { words: error.message, code: 2 }
  if (error instanceof Trouble) {
    const { message, advice } = error
    return { words: message, more: [advice], code: 1, shown: { message, advice } }
  }
  if (error instanceof MalipoError) return tellRefusal(error)
  // What the client says of its arguments is about how it was called.
  if (error instanceof TypeError || error instanceof RangeError) return { words: error.message, code: 2 }
  return { words: error instanceof Error ? (error.stack ?? error.message) : String(error), code: 1 }
}

function tellRefusal({ code, message, status, requestId, details }: MalipoError): Told {
  const advice = adviceFor(code)
  const where = [code, status && `HTTP ${status}`, requestId && `request ${requestId}`]
    .filter(Boolean)
    .join(', ')
  return {
    words: message,
    more: [...problemsIn(details), `  ${where}`, advice],
    code: 1,
    shown: { code, message, details, status, request_id: requestId, advice },
  }
}

/** What is wrong with each field, where that is what the details are. */
function problemsIn(details: unknown): string[] {
  if (!Array.isArray(details)) return []
  return details.flatMap(({ field, problem }) =>
    typeof problem === 'string' ? [`  ${field} ${problem}`] : [],
  )
}
