/** The name of a thing in every word between us and a provider. It is made of the id, so that each leads to the other. */
export function referenceOf(prefix: string, id: string): string {
  return `${prefix}${id.replaceAll('-', '').toUpperCase()}`
}

export function idOfReference(prefix: string, reference: string): string | null {
  if (!reference.startsWith(prefix)) return null
  const hex = /^[0-9A-F]{32}$/.exec(reference.slice(prefix.length))?.[0]?.toLowerCase()
  if (hex === undefined) return null
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** What a person reads out on the phone when asking about a payment. */
export function spokenReference(prefix: string, id: string): string {
  return `${prefix}${BigInt(`0x${id.replaceAll('-', '')}`)
    .toString(36)
    .toUpperCase()
    .padStart(25, '0')}`
}
