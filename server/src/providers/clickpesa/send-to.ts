import { timeOfTheirs } from '../time-of-theirs.ts'
import { whyUnanswered } from '../why-unanswered.ts'

/** What came back: null is a status or a body that never came, or that nobody can read. */
export type Reply = { status: number | null; body: unknown; because: string; theirTime: Date | null }

/** Whatever they answer is shorter: a hundred payments are about 100 KB. */
const longestAnswer = 1_048_576

/** One request, for as long as its signal lasts. Whatever goes wrong on the way is told, not thrown. */
export async function sendTo(url: string, request: RequestInit, signal: AbortSignal): Promise<Reply> {
  try {
    const response = await fetch(url, { ...request, redirect: 'error', signal })
    const { status } = response
    const body = parse(await readAll(response))
    const because = `ClickPesa answered ${status}${messageIn(body)}`
    return { status, body, because, theirTime: timeOfTheirs(response) }
  } catch (error) {
    return unanswered(`ClickPesa gave no whole answer: ${whyUnanswered(error)}`)
  }
}

export function unanswered(because: string): Reply {
  return { status: null, body: null, because, theirTime: null }
}

async function readAll(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > longestAnswer) throw new Error(`an answer of more than ${longestAnswer} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function messageIn(body: unknown): string {
  const message = body !== null && typeof body === 'object' && 'message' in body ? body.message : null
  return typeof message === 'string' ? `: ${message.slice(0, 200)}` : '.'
}
