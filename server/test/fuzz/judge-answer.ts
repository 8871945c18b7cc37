import { type Judge, openJudge } from '../openapi/answer-judge.ts'
import type { Written } from './edits.ts'
import type { Answer, NoAnswer } from './send-request.ts'
import type { Change } from './watch-rows.ts'

/** What is seen of one request: what was sent, what came back, what was left behind, what the log complains of. */
export type Seen = { sent: Written; answer: Answer | NoAnswer; changes: Change[]; complaints: string[] }

export type Fault = { kind: string; told: string }

const innards = /\bat .+\.ts:\d+|node_modules|syntax error at|PostgresError|violates \w+ constraint/

/** One for all lanes of a process: to compile the schemas of every answer takes seconds. */
let judge: Judge | undefined

export function faultsOf({ sent, answer, changes, complaints }: Seen): Fault[] {
  judge ??= openJudge()
  const logged = complaints.map((line) => ({ kind: 'logged', told: line.slice(0, 600) }))
  if ('unsendable' in answer) return logged
  if ('silent' in answer) return [...logged, { kind: 'no answer', told: answer.silent }]
  return [
    ...logged,
    ...faultsOfAnswer(answer),
    ...faultsOfEnvelope(sent, answer, judge),
    ...faultsOfRows(answer, changes),
  ]
}

/** For whoever is told no, whatever the reason. */
export function isRefused({ status }: Answer): boolean {
  return status >= 400
}

function faultsOfAnswer({ status, text, headers }: Answer): Fault[] {
  const faults: Fault[] = []
  if (status >= 500) faults.push({ kind: String(status), told: text.slice(0, 300) })
  const isOurs = !/docs|markdown/.test(headers['content-type'] ?? '')
  if (isOurs && status >= 400 && innards.test(text))
    faults.push({ kind: 'innards', told: text.slice(0, 300) })
  const isPage = headers['content-type']?.startsWith('text/html') === true
  if (isPage && text.includes('<fuzz')) faults.push({ kind: 'markup', told: around(text, '<fuzz') })
  if (headers['x-injected'] !== undefined) faults.push({ kind: 'header', told: 'a header of the caller' })
  return faults
}

function around(text: string, word: string): string {
  const at = text.indexOf(word)
  return text.slice(Math.max(0, at - 100), at + 100)
}

type Envelope = { success?: unknown; data?: unknown; error?: { code?: unknown; message?: unknown } }

function faultsOfEnvelope({ method, path }: Written, answer: Answer, judgeAnswer: Judge): Fault[] {
  const { status, headers, text } = answer
  const type = headers['content-type'] ?? ''
  const [plain = ''] = path.split('?', 1)
  if (method === 'HEAD' || status === 304) return []
  if (type.startsWith('application/json')) {
    const envelope = parsed(text)
    const isWhole =
      status >= 400
        ? envelope?.success === false &&
          typeof envelope.error?.code === 'string' &&
          typeof envelope.error.message === 'string'
        : envelope?.success === true || isFile(plain, headers)
    if (!isWhole) return [{ kind: 'envelope', told: `${status} ${text.slice(0, 200)}` }]
  } else if (plain.startsWith('/v1/') && status >= 400) {
    return [{ kind: 'envelope', told: `${status} ${type} ${text.slice(0, 200)}` }]
  }
  if (headers['x-request-id'] === undefined) return [{ kind: 'request id', told: `${status} has none` }]
  if (status === 404 && isNobodys(plain)) return []
  const verdict = judgeAnswer({ method, path: plain, status, contentType: type, body: text })
  return verdict === undefined || verdict.problem === null
    ? []
    : [{ kind: 'contract', told: verdict.problem }]
}

/** What is saved as it is has no envelope around it. */
function isFile(path: string, headers: Answer['headers']): boolean {
  return path === '/openapi.json' || /filename=/.test(headers['content-disposition'] ?? '')
}

/** No route takes a part of a path that is longer than this, so that no operation is there to declare how it is refused. */
const longestPart = 100

function isNobodys(path: string): boolean {
  return path.split('/').some((part) => part.length > longestPart || !canBeDecoded(part))
}

/** A lone percent sign stands for no character, so that no route is looked for. */
function canBeDecoded(part: string): boolean {
  try {
    decodeURIComponent(part)
    return true
  } catch {
    return false
  }
}

function parsed(text: string): Envelope | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function faultsOfRows(answer: Answer, changes: Change[]): Fault[] {
  if (!isRefused(answer) || changes.length === 0) return []
  const told = changes.map(({ table, what, line }) => `${what} ${table} ${line}`).join('\n      ')
  return [{ kind: `rows of ${changes[0]?.table}`, told: `${answer.status} left ${told}` }]
}
