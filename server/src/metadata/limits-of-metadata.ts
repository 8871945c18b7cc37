import { mostMetadataBytes, mostMetadataKeys } from '@malipo/contract'

/** A merchant's own words beside something of theirs. Stored as null where there are none. */
export type Metadata = Record<string, string>

/** What is wrong with so much of it; null where it may be kept. */
export function problemWith(metadata: Metadata): string | null {
  const keys = Object.keys(metadata).length
  if (keys > mostMetadataKeys) return `would have ${keys} keys; ${mostMetadataKeys} are the most`
  const bytes = bytesOf(metadata)
  return bytes > mostMetadataBytes ? `would take ${bytes} bytes; ${mostMetadataBytes} are the most` : null
}

export function bytesOf(metadata: Metadata): number {
  return Buffer.byteLength(JSON.stringify(metadata))
}

/** As a parameter of a statement. Of nothing, nothing is kept. */
export function storedMetadata(metadata: Metadata | null | undefined): string | null {
  return metadata && Object.keys(metadata).length > 0 ? JSON.stringify(metadata) : null
}
