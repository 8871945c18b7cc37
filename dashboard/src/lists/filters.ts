export type Filter =
  | {
      name: string
      label: string
      kind: 'choice'
      choices: readonly { value: string; label: string }[]
      /** What choosing nothing is called, where it is not all of them. */
      unchosen?: string
    }
  | {
      name: string
      label: string
      kind: 'text'
      hint?: string
      /** What it must look like, and what is said where it does not. */
      pattern?: string
      patternHint?: string
    }
  | { name: string; label: string; kind: 'day' }

export type FilterValues = Record<string, string | undefined>
