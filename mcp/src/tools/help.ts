import * as z from 'zod'
import { refusalWords } from '../refusal-words.ts'
import { tool } from '../tool.ts'

export const helpTools = [
  tool({
    name: 'explain_error',
    title: 'Explain an error code',
    description: 'What a code like insufficient_balance means, its HTTP status, and what to do about it.',
    scope: null,
    kind: 'read',
    input: z.strictObject({ code: z.string().min(1).max(60) }),
    output: z.looseObject({ code: z.string(), is_known: z.boolean() }),
    async run(_malipo, { code }) {
      const known = Object.entries(refusalWords).find(([name]) => name === code)
      if (!known) return { code, is_known: false, known_codes: Object.keys(refusalWords) }
      const [, { status, message }] = known
      return {
        code,
        is_known: true,
        status,
        what_to_do: message,
        may_be_repeated: mayBeRepeated(code, status),
      }
    },
  }),
]

/** Whether the same request, under the same request_id, can end otherwise without anybody changing it. */
function mayBeRepeated(code: string, status: number): boolean {
  const whenSomethingChanged = ['insufficient_balance', 'payout_cap_exceeded', 'idempotency_in_progress']
  return status === 408 || status === 429 || status >= 500 || whenSomethingChanged.includes(code)
}
