import { BlockList, isIP } from 'node:net'
import { disguisedIn, groupsOf } from './subscriber.ts'

export type Family = 4 | 6

/** 4 or 6, or undefined for what is not an address. One with a zone (fe80::1%eth0) names a network card of ours. */
export function familyOf(address: string): Family | undefined {
  if (address.includes('%')) return undefined
  const family = isIP(address)
  return family === 4 || family === 6 ? family : undefined
}

/** One address, or a range such as 10.20.0.0/16. */
export function isAddressRange(text: string): boolean {
  return partsOf(text) !== undefined
}

/** Whether an address is in one of the ranges, by its bytes. */
export function matcherOf(ranges: readonly string[]): (address: string) => boolean {
  // A BlockList takes ::ffff:10.0.0.1 for 10.0.0.1, so a rule for one would let the other through: one list for each family.
  const lists = { 4: new BlockList(), 6: new BlockList() }
  for (const range of ranges) {
    const parts = partsOf(range)
    if (parts === undefined) throw new Error(`${range} is neither an address nor a range of addresses`)
    lists[parts.family].addSubnet(parts.address, parts.prefix, nameOf(parts.family))
  }
  return (address) => {
    const family = familyOf(address)
    return family !== undefined && lists[family].check(address, nameOf(family))
  }
}

function partsOf(text: string): { address: string; prefix: number; family: Family } | undefined {
  const [address = '', prefix, ...rest] = text.split('/')
  const family = familyOf(address)
  if (family === undefined || rest.length > 0) return undefined
  const longest = family === 4 ? 32 : 128
  if (prefix === undefined) return { address, prefix: longest, family }
  if (!/^(0|[1-9]\d{0,2})$/.test(prefix) || Number(prefix) > longest) return undefined
  return { address, prefix: Number(prefix), family }
}

function nameOf(family: Family): 'ipv4' | 'ipv6' {
  return family === 4 ? 'ipv4' : 'ipv6'
}

/** An address in the one way in which it is written here: IPv4 in disguise is IPv4, and IPv6 is short. What is none stays as it is. */
export function plainAddress(text: string): string {
  if (familyOf(text) !== 6) return text
  const groups = groupsOf(text)
  return disguisedIn(groups) ?? shortIpv6(groups)
}

/** How many bits of an IPv6 address say that an IPv4 one follows. */
const disguiseBits = 96

/** A range in the one way in which it is written here, without what its prefix leaves open; undefined for what is no range. */
export function plainRange(text: string): string | undefined {
  const parts = partsOf(text)
  if (parts === undefined) return undefined
  if (parts.family === 4) return ipv4Range(parts.address, parts.prefix)
  const groups = groupsOf(parts.address)
  const disguised = disguisedIn(groups)
  if (disguised !== null && parts.prefix >= disguiseBits)
    return ipv4Range(disguised, parts.prefix - disguiseBits)
  const network = shortIpv6(masked(groups, parts.prefix, 16))
  return parts.prefix === 128 ? network : `${network}/${parts.prefix}`
}

function ipv4Range(address: string, prefix: number): string {
  const network = masked(address.split('.').map(Number), prefix, 8).join('.')
  return prefix === 32 ? network : `${network}/${prefix}`
}

function masked(groups: number[], prefix: number, bitsOfEach: number): number[] {
  return groups.map((group, place) => {
    const kept = Math.min(bitsOfEach, Math.max(0, prefix - place * bitsOfEach))
    return group & ((2 ** kept - 1) << (bitsOfEach - kept))
  })
}

function shortIpv6(groups: number[]): string {
  const written = groups.map((group) => group.toString(16)).join(':')
  return new URL(`http://[${written}]`).hostname.slice(1, -1)
}
