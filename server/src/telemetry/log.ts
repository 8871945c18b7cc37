import { type Logger, pino } from 'pino'
import { systemClock } from '../primitives/clock.ts'
import { gatherLines } from './gather-lines.ts'

export type Log = Logger
export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

const secretFields =
  'password|new_password|current_password|token|secret|cookie|set-cookie|authorization|x-api-key|backup_codes'

/** A separator that people put into phone numbers, plain or as it stands in an address. */
const gap = '(?:[ -]|%20)?'

/** Not a bare number, which is an amount: those follow the quotation mark and colon of their field. */
export const phoneNumbers = new RegExp(
  `(?<!":)(?<![0-9A-Za-z-])(?:(?:\\+|%2B|00)[1-9](?:${gap}[0-9]){8,14}|2(?:${gap}[0-9]){11}|(?:%2B)?0[67](?:${gap}[0-9]){8})(?![0-9A-Za-z-])`,
  'gi',
)

/**
 * What no log line may show, wherever it comes from: keys, secrets, tokens in links, and phone numbers in any of
 * the ways people write them. Applied to the finished line, so that no careless caller can get around it; what stands
 * in its place keeps the line valid JSON.
 */
const secretPatterns: [pattern: RegExp, instead: string, onlyWhere?: string][] = [
  [/mlp_(live|sandbox)_[0-9A-Za-z]+/g, 'mlp_$1_[hidden]', 'mlp_'],
  [/whsec_[0-9A-Za-z+/=_-]+/g, 'whsec_[hidden]', 'whsec_'],
  [new RegExp(`("(?:${secretFields})":)(?:"(?:[^"\\\\]|\\\\.)*"|\\[[^\\]]*\\])`, 'gi'), '$1"[hidden]"'],
  // JSON that was logged as a text: its quotation marks are escaped.
  [
    new RegExp(`(\\\\"(?:${secretFields})\\\\":\\s*)\\\\"(?:(?!\\\\").)*\\\\"`, 'gi'),
    '$1\\"[hidden]\\"',
    '\\"',
  ],
  [/(malipo\.\w+=)[^;\s"\\]+/g, '$1[hidden]', 'malipo.'],
  [/(\/invitations\/)(?!accept\b)[^/?\s"\\]+/g, '$1[hidden]', '/invitations/'],
  // Whoever has the address of a payer's page sees what the payer sees; a payment by a link has a second token below the first.
  [
    /(\/(?:pay|[lir]|public\/payment-links|public\/collections)\/)[\w-]{20,}(?:\/[0-9a-f]{32})?/g,
    '$1[hidden]',
    '/',
  ],
  [/(?<=\b(?:token|secret|code|phone|customer_phone|email))=[^&\s"\\]+/gi, '=[hidden]', '='],
  [/:\/\/[^\s"/@]+@/g, '://[hidden]@', '@'],
  [phoneNumbers, '[phone]'],
]

export type LogOptions = {
  level: LogLevel
  /** One short line for people at a terminal, instead of JSON for machines. */
  human?: boolean
  destination?: { write(line: string): void }
}

export function createLog({ level, human = false, destination }: LogOptions): Log {
  const settings = {
    level,
    base: null,
    timestamp,
    formatters: { level: (label: string) => ({ level: label }) },
    hooks: { streamWrite: hideSecrets },
  }
  if (destination) return pino(settings, destination)
  return human
    ? pino(settings, { write: (line) => void process.stdout.write(inShort(line)) })
    : pino(settings, gatherLines(pino.destination({ fd: 1, sync: true })))
}

let written = { ms: 0, field: '' }

/** Many lines are of one millisecond, and to write it down costs as much as all the rest of a line. */
function timestamp(): string {
  const now = systemClock.now()
  const ms = now.getTime()
  if (ms !== written.ms) written = { ms, field: `,"time":"${now.toISOString()}"` }
  return written.field
}

export function hideSecrets(line: string): string {
  let hidden = line
  // Every request is a line. Looking for a few letters first costs next to nothing.
  for (const [pattern, instead, onlyWhere] of secretPatterns)
    if (onlyWhere === undefined || hidden.includes(onlyWhere)) hidden = hidden.replace(pattern, instead)
  return hidden
}

function inShort(line: string): string {
  const { time, level, method, path, status, ms, msg, err, hung_up: hungUp } = JSON.parse(line)
  const request = method ? `${method} ${path} ${status} ${ms} ms${hungUp ? ', hung up' : ''}` : ''
  return `${String(time).slice(11, 19)} ${level} ${[request, msg, err?.stack].filter(Boolean).join(' ')}\n`
}
