import { collectionStatuses } from '@malipo/contract'
import {
  type CollectionStatus,
  collectionBirths,
  collectionLifecycle,
  type Source,
} from '../../src/collections/collection-lifecycle.ts'

/** The page `docs/lifecycles.md`, written from the tables that the service itself follows. */
export function describeLifecycles(): string {
  const births = Object.entries(collectionBirths).map(([to, by]) => row('(none)', to, by))
  const moves = collectionStatuses.flatMap((from) =>
    Object.entries(nextOf(from)).map(([to, by]) => row(from, to, by)),
  )
  return `# Lifecycles

Written by \`node server/test/lifecycles/write-lifecycles.ts\` from the tables in the code, and checked by a test.

## Collection

| from | to | moved by | event |
|---|---|---|---|
${[...births, ...moves].join('\n')}

\`reply\`, \`callback\` and \`look_up\` are the provider's word: to our request, by itself, or when asked. \`expiry\` is the end of a
code's time, after the provider was asked. Whatever else the provider says changes nothing: a repeat is ignored, and a
contradiction becomes a discrepancy that a Super Admin settles.
`
}

function nextOf(from: CollectionStatus): Record<string, readonly Source[]> {
  return collectionLifecycle[from].next
}

function row(from: string, to: string, by: readonly Source[]): string {
  const event = collectionLifecycle[to as CollectionStatus].announces
  return `| ${from} | ${to} | ${by.join(', ')} | ${event === null ? '–' : `\`${event}\``} |`
}
