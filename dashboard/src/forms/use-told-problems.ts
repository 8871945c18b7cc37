import type { MalipoError } from '@malipo/sdk'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { type Language, useLanguage } from '../words/words.ts'

/** What the service says is wrong with a field, by the field's name. */
export type Problems = Readonly<Record<string, string>>

type Tell = (written: string, language: Language) => string

/**
 * How the service's words about a field are told in the reader's language. The service speaks English; whoever reads another language is brought the table of what it
 * says along with the form, and where that cannot be had the English word is better than none.
 */
export function useTellProblem(): (problem: string) => string {
  const language = useLanguage()
  const [tell, setTell] = useState<Tell>()
  useEffect(() => {
    if (language === 'en') return
    import('../words/tell-problem.ts').then(
      ({ tellProblem }) => setTell(() => tellProblem),
      () => undefined,
    )
  }, [language])
  return useCallback((problem) => tell?.(problem, language) ?? problem, [tell, language])
}

/** What is wrong with each field, in the reader's language. */
export function useToldProblems(error: MalipoError | undefined): Problems {
  const tell = useTellProblem()
  return useMemo(
    () => Object.fromEntries(problemsOf(error).map(([field, problem]) => [field, tell(problem)])),
    [error, tell],
  )
}

/** The service names a field with its path in the body; a form's fields have the same names. */
function problemsOf(error: MalipoError | undefined): [field: string, problem: string][] {
  if (!Array.isArray(error?.details)) return []
  return error.details.flatMap((one: unknown) => {
    const { field, problem } = (one ?? {}) as { field?: unknown; problem?: unknown }
    return typeof field === 'string' && typeof problem === 'string' ? [[field, problem]] : []
  })
}
