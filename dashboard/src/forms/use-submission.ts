import type { MalipoError } from '@malipo/sdk'
import { useCallback, useRef, useState } from 'react'
import { asMalipoError } from '../calls/query-client.ts'
import { type Problems, useToldProblems } from './use-told-problems.ts'

export type Submission<Reply> = {
  /** Sends the form. A second press while it is under way does nothing. Gives back the answer, or undefined where there was none. */
  submit(send: (options: { idempotencyKey: string }) => Promise<Reply>): Promise<Reply | undefined>
  isSending: boolean
  error: MalipoError | undefined
  problems: Problems
  clear(): void
}

/**
 * One form that changes something. Its idempotency key is made when it opens and kept until the service has answered: pressing again after a lost connection, or
 * after signing in anew, asks for the same thing and not for another. What was refused gets a new key, because it will be asked for with other values;
 * so does what the service knows with other values already, which the form then says.
 * With `keptAs` the key outlives reloading, as a draft of that name does.
 */
export function useSubmission<Reply>(keptAs?: string): Submission<Reply> {
  const key = useRef(keyOf(keptAs))
  const underWay = useRef(false)
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<MalipoError>()

  const submit = useCallback<Submission<Reply>['submit']>(
    async (send) => {
      if (underWay.current) return undefined
      underWay.current = true
      setSending(true)
      setError(undefined)
      const turnKey = () => {
        if (keptAs !== undefined) sessionStorage.removeItem(storedAs(keptAs))
        key.current = keyOf(keptAs)
      }
      try {
        const reply = await send({ idempotencyKey: key.current })
        turnKey()
        return reply
      } catch (thrown) {
        const failure = asMalipoError(thrown)
        if (isRefused(failure)) turnKey()
        setError(failure)
        return undefined
      } finally {
        underWay.current = false
        setSending(false)
      }
    },
    [keptAs],
  )

  const clear = useCallback(() => setError(undefined), [])
  const problems = useToldProblems(error)
  return { submit, isSending, error, problems, clear }
}

const storedAs = (name: string) => `malipo.key.${name}`

function keyOf(keptAs: string | undefined): string {
  const kept = keptAs === undefined ? null : sessionStorage.getItem(storedAs(keptAs))
  const key = kept ?? crypto.randomUUID()
  if (keptAs !== undefined) sessionStorage.setItem(storedAs(keptAs), key)
  return key
}

/** Said before the service looks whether it has done this already: who asks, how often, or something between us that is not the service. */
const saidAtTheDoor = [401, 403, 408, 429]
const saysNothing = ['idempotency_in_progress', 'unreadable_reply']

/**
 * Answered, and with a no that is about the request itself. Anything else may have been carried out, also by an attempt before whose answer was
 * lost: the client makes several, and tells of the last.
 */
function isRefused({ status = 0, code }: MalipoError): boolean {
  return status >= 400 && status < 500 && !saidAtTheDoor.includes(status) && !saysNothing.includes(code)
}
