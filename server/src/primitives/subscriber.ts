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
  const [high = 0, low = 0] = groups.slice(6)
  const isDisguised = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isDisguised) return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
  const network = groups.slice(0, 4).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}

/** All eight, in numbers. The standard's own reading of addresses leaves one way to write each of them. */
function groupsOf(address: string): number[] {
  const [before = '', after] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const [first, last] = [before, after ?? ''].map((side) => side.split(':').filter((group) => group !== ''))
  const missing = 8 - (first?.length ?? 0) - (last?.length ?? 0)
  const zeroes = Array.from({ length: missing }, () => '0')
  return [...(first ?? []), ...zeroes, ...(last ?? [])].map((group) => Number.parseInt(group, 16))
}
