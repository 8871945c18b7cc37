import { mostMetadataBytes, mostMetadataKeys } from '@malipo/contract'
import { bytesOf, type Metadata } from './limits-of-metadata.ts'

/**
 * What something has of its own, and of what it is made for: of equal keys the one that comes first wins. Where all together are too much,
 * the last ones are left out, because whoever pays by a link can do nothing about how much stands beside it.
 */
export function joinMetadata(...all: readonly (Metadata | null | undefined)[]): Metadata | null {
  const given = all.filter((one) => one !== null && one !== undefined)
  const joined: Metadata = Object.create(null)
  let [keys, bytes] = [0, bytesOf({})]
  for (const one of given) {
    for (const [key, value] of Object.entries(one)) {
      if (key in joined) continue
      const more = bytesOf({ [key]: value }) - 1
      if (keys === mostMetadataKeys || bytes + more > mostMetadataBytes) continue
      joined[key] = value
      keys += 1
      bytes += more
    }
  }
  return keys === 0 ? null : { ...joined }
}
