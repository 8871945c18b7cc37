import type { Entry } from './tell-entry.ts'

/** Who asked for it, a person or a key, as its first step tells; null where nobody of the business did, or it is not told. */
export function askedBy(entries: readonly Entry[] | undefined): string | null {
  const begun = entries?.find((entry) => entry.kind === 'state' && entry.from === null)
  return begun?.kind === 'state' ? begun.by : null
}
