import { createHash } from 'node:crypto'

/**
 * The same UUID for the same request of one tool, however often it is repeated, in this process or the next. The service keeps
 * it for each merchant and environment, and refuses it for another request, so a slip of the agent is told and pays nobody.
 */
export function idempotencyKeyOf(toolName: string, requestId: string): string {
  const bytes = createHash('sha256')
    .update(JSON.stringify([toolName, requestId]))
    .digest()
  // Version 8: a UUID whose bits are somebody's own.
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)]
  return parts.join('-')
}
