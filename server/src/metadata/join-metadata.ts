import { mostMetadataBytes, mostMetadataKeys } from '@malipo/contract'
import { bytesOf, type Metadata } from './limits-of-metadata.ts'

/**
 * What something has of its own, and of what it is made for: of equal keys the one that comes first wins. Where all together are too much,
 * the last ones are left out, because whoever pays by a link can do nothing about how much stands beside it.
 */
export function joinMetadata(...all: readonly (Metadata | null | undefined)[]): Metadata | null {
  const given = all.filter((one) => one !== null && one !== undefined)
  // Most payments have but their own, and what stands alone was found small enough when it came.
  const [alone, another] = given
  if (alone !== undefined && another === undefined) return isEmpty(alone) ? null : alone
  return fitted(given)
}

function isEmpty(metadata: Metadata): boolean {
  for (const _key in metadata) return false
  return true
}

/** As much of all of them as one may have. */
function fitted(given: readonly Metadata[]): Metadata | null {
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
