import { createContext, useContext } from 'react'
import type { Problems } from './use-told-problems.ts'

export const FormProblems = createContext<Problems>({})

/** What the service said about the field of that name in the form around it. */
export function useProblem(name: string | undefined): string | undefined {
  return useContext(FormProblems)[name ?? '']
}
