import type { Filter, FilterValues } from '../lists/filters.ts'
import { useWords } from '../words/words.ts'
import { metadataWords } from './metadata-words.ts'
import { metadataPattern, readMetadata } from './read-metadata.ts'

/** The field that finds what has a merchant's own words beside it. */
export function useMetadataFilter(): Filter {
  const words = useWords(metadataWords)
  return {
    name: 'metadata',
    label: words.title,
    kind: 'text',
    hint: 'order_id=A-17',
    pattern: metadataPattern,
    patternHint: words.filterHint,
  }
}

/** Filters as a list of the service takes them. */
export function withMetadata({ metadata, ...others }: FilterValues) {
  return { ...others, ...(metadata !== undefined && { metadata: readMetadata(metadata) }) }
}
