import type { RequestLogEntry } from '@malipo/sdk'
import { Badge } from '../../parts/badge.tsx'

/** The status of an answer, with the code of a refusal. What we could not do ourselves is told apart from what was refused. */
export function AnswerStatus({ of: { status, error_code } }: { of: RequestLogEntry }) {
  const tone = status < 400 ? 'paid' : status < 500 ? 'checked' : 'failed'
  return <Badge tone={tone}>{error_code === null ? String(status) : `${status} ${error_code}`}</Badge>
}
