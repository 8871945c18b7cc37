import { familyOf, matcherOf } from '../primitives/address-range.ts'

/** Addresses that belong together, and what to call them to a merchant. */
type Range = { cidr: string; words: string }

const reserved = 'reserved for special purposes'
const examples = 'reserved for examples'
const carries = 'an IPv4 address in disguise'

/** Nothing on the public internet answers here: the special-purpose registry of IPv4, and one cloud's own address. */
export const refusedIpv4: readonly Range[] = [
  { cidr: '0.0.0.0/8', words: 'this machine' },
  { cidr: '10.0.0.0/8', words: 'a private network' },
  { cidr: '100.64.0.0/10', words: 'a network shared behind a carrier' },
  { cidr: '127.0.0.0/8', words: 'this machine' },
  { cidr: '168.63.129.16/32', words: 'a service of the cloud this may run in' },
  { cidr: '169.254.0.0/16', words: 'the local link, where clouds keep their metadata' },
  { cidr: '172.16.0.0/12', words: 'a private network' },
  { cidr: '192.0.0.0/24', words: reserved },
  { cidr: '192.0.2.0/24', words: examples },
  { cidr: '192.88.99.0/24', words: reserved },
  { cidr: '192.168.0.0/16', words: 'a private network' },
  { cidr: '198.18.0.0/15', words: 'reserved for measurements' },
  { cidr: '198.51.100.0/24', words: examples },
  { cidr: '203.0.113.0/24', words: examples },
  { cidr: '224.0.0.0/4', words: 'many receivers at once' },
  { cidr: '240.0.0.0/4', words: reserved },
]

/** In IPv6 only this much is given out to the public; whatever else may be defined one day is refused already. */
export const publicIpv6 = '2000::/3'

/** Refused within the public space, and the best known outside of it, so that the refusal can say what they are. */
export const refusedIpv6: readonly Range[] = [
  { cidr: '::/128', words: 'this machine' },
  { cidr: '::1/128', words: 'this machine' },
  { cidr: '::ffff:0:0/96', words: carries },
  { cidr: '::/96', words: carries },
  { cidr: '64:ff9b::/96', words: carries },
  { cidr: '64:ff9b:1::/48', words: carries },
  { cidr: '100::/64', words: 'where traffic is discarded' },
  { cidr: '2001::/23', words: reserved },
  { cidr: '2001:db8::/32', words: examples },
  { cidr: '2002::/16', words: carries },
  { cidr: '3fff::/20', words: examples },
  { cidr: 'fc00::/7', words: 'a private network' },
  { cidr: 'fe80::/10', words: 'the local link' },
  { cidr: 'fec0::/10', words: 'a private network' },
  { cidr: 'ff00::/8', words: 'many receivers at once' },
]

const isPublicIpv6 = matcherOf([publicIpv6])
const matchers = {
  4: refusedIpv4.map((range) => ({ ...range, holds: matcherOf([range.cidr]) })),
  6: refusedIpv6.map((range) => ({ ...range, holds: matcherOf([range.cidr]) })),
}

/** What kind of address it is, if it is not a public one: "a private network (10.0.0.0/8)". */
export function specialPurposeOf(address: string): string | undefined {
  const family = familyOf(address)
  if (family === undefined) return 'not an address'
  const range = matchers[family].find(({ holds }) => holds(address))
  if (range !== undefined) return `${range.words} (${range.cidr})`
  return family === 6 && !isPublicIpv6(address) ? `outside the public addresses (${publicIpv6})` : undefined
}
