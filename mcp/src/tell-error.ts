import { MalipoConnectionError, MalipoError } from '@malipo/sdk'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { makeVisible } from './make-visible.ts'

/** What went wrong, as the answer of the tool: agents read it and do better. It never ends the conversation. */
export function tellError(error: unknown, isAsking: boolean): CallToolResult {
  const text = JSON.stringify({ error: makeVisible(describe(error, isAsking)) })
  return { isError: true, content: [{ type: 'text', text }] }
}

const mayBeDone = 'It may have been carried out. Repeat it with the same request_id and the same fields.'

function describe(error: unknown, isAsking: boolean): Record<string, unknown> {
  if (error instanceof MalipoConnectionError) {
    return { code: error.code, message: error.message, what_to_do: isAsking ? mayBeDone : 'Try again later.' }
  }
  if (error instanceof MalipoError) {
    const { code, message, details, requestId, status } = error
    // Named like the header, because request_id is what the agent calls its own request.
    const told = { code, message, details, x_request_id: requestId }
    // Whoever takes these for refused, and asks anew under another name, asks twice.
    const isUnknown =
      (status ?? 0) >= 500 || code === 'unreadable_reply' || code === 'idempotency_in_progress'
    if (isAsking && isUnknown) return { ...told, what_to_do: mayBeDone }
    return { ...told, what_to_do: 'The message says what to do; explain_error tells more about the code.' }
  }
  return { code: 'unexpected', message: error instanceof Error ? error.message : String(error) }
}
