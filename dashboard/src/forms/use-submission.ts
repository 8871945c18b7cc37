import type { MalipoError } from '@malipo/sdk'
import { useCallback, useRef, useState } from 'react'
import { asMalipoError } from '../calls/query-client.ts'

/** What the service says is wrong with a field, by the field's name. */
export type Problems = Readonly<Record<string, string>>

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
 * after signing in anew, asks for the same thing and not for another. What was refused gets a new key, because it will be asked for with other values.
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
  return { submit, isSending, error, problems: problemsOf(error), clear }
}

const storedAs = (name: string) => `malipo.key.${name}`

function keyOf(keptAs: string | undefined): string {
  const kept = keptAs === undefined ? null : sessionStorage.getItem(storedAs(keptAs))
  const key = kept ?? crypto.randomUUID()
  if (keptAs !== undefined) sessionStorage.setItem(storedAs(keptAs), key)
  return key
}

/** Answered, and with a no: anything else may have been carried out. */
function isRefused({ status = 0, code }: MalipoError): boolean {
  return status >= 400 && status < 500 && status !== 408 && code !== 'idempotency_in_progress'
}

/** The service names a field with its path in the body; a form's fields have the same names. */
export function problemsOf(error: MalipoError | undefined): Problems {
  if (!Array.isArray(error?.details)) return {}
  const found = error.details.flatMap((one: unknown) => {
    const { field, problem } = (one ?? {}) as { field?: unknown; problem?: unknown }
    return typeof field === 'string' && typeof problem === 'string' ? [[field, problem] as const] : []
  })
  return Object.fromEntries(found)
}
