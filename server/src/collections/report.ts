import type { Source } from './collection-lifecycle.ts'
import type { Word } from './judge-report.ts'

/** What somebody said about a collection. An event that has a name acts once. */
export type Report = {
  collectionId: string
  source: Source
  word: Word
  eventId?: string
}
