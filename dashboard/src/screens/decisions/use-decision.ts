import type { MalipoError } from '@malipo/sdk'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useAdmin } from '../../admin/use-admin.ts'
import { type Submission, useSubmission } from '../../forms/use-submission.ts'
import { detailsOf } from './tell-refused.ts'

export type Decision<Reply> = {
  submission: Submission<Reply>
  /** What was done, to be told on the page; it stays until somebody leaves. */
  done: ReactNode
  /** Whether somebody else was first, or there was more to see: then the page shows what is true by now. */
  isLate: boolean
  /** Whether it was refused because somebody else has decided. */
  isOvertaken: boolean
  /** Says whether it was taken. */
  decide(
    send: (options: { idempotencyKey: string }) => Promise<Reply>,
    told: (reply: Reply) => ReactNode,
  ): Promise<boolean>
}

/** A decision about what `shown` shows. Whatever comes of it, the page and every queue are asked for again. */
export function useDecision<Reply>(shown: QueryKey): Decision<Reply> {
  const submission = useSubmission<Reply>()
  const queries = useQueryClient()
  const { key } = useAdmin()
  const [done, setDone] = useState<ReactNode>()
  return {
    submission,
    done,
    isLate: isLate(submission.error),
    isOvertaken: isLate(submission.error) && 'decided_by' in detailsOf(submission.error),
    async decide(send, told) {
      setDone(undefined)
      const reply = await submission.submit(send)
      if (reply !== undefined) setDone(told(reply))
      await queries.invalidateQueries({ queryKey: shown })
      void queries.invalidateQueries({ queryKey: key })
      return reply !== undefined
    },
  }
}

/** The same, for a form that is left once its decision was taken. */
export function endingWith<Reply>({ decide }: Decision<Reply>, onEnd: () => void): Decision<Reply>['decide'] {
  return async (send, told) => {
    const isTaken = await decide(send, told)
    if (isTaken) onEnd()
    return isTaken
  }
}

function isLate(error: MalipoError | undefined): boolean {
  return error?.code === 'invalid_state'
}
