import { isIPv6 } from 'node:net'

/**
 * Who is behind an address, as far as it tells: the first half of an IPv6 address names a network, and whoever has one has all
 * 18 quintillion addresses in it. An IPv4 address is itself, in disguise too.
 */
export function subscriberOf(address: string): string {
  if (!address.includes(':')) return address
  const [plain = address] = address.split('%')
  if (!isIPv6(plain)) return address
  const groups = groupsOf(plain)
  const disguised = disguisedIn(groups)
  if (disguised !== null) return disguised
  const network = groups.slice(0, 4).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}

/** The IPv4 address that stands in an IPv6 one as ::ffff:1.2.3.4, as a socket that takes both families shows it. */
export function disguisedIn(groups: number[]): string | null {
  if (groups.slice(0, 5).some((group) => group !== 0) || groups[5] !== 0xffff) return null
  const [high = 0, low = 0] = groups.slice(6)
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
}

/** All eight groups of an IPv6 address, in numbers. The standard's own reading of addresses leaves one way to write each of them. */
export function groupsOf(address: string): number[] {
  const [before = '', after] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const [first, last] = [before, after ?? ''].map((side) => side.split(':').filter((group) => group !== ''))
  const missing = 8 - (first?.length ?? 0) - (last?.length ?? 0)
  const zeroes = Array.from({ length: missing }, () => '0')
  return [...(first ?? []), ...zeroes, ...(last ?? [])].map((group) => Number.parseInt(group, 16))
}
