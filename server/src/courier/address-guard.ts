import { familyOf, matcherOf } from '../primitives/address-range.ts'
import { specialPurposeOf } from './address-ranges.ts'
import { type Resolved, type ResolveHost, resolveName, UnknownName } from './resolve-name.ts'

export { isAddressRange } from '../primitives/address-range.ts'
export type { Resolved, ResolveHost } from './resolve-name.ts'

/** The message is fit for merchants: of a name it tells the kind of address behind it, never the inner address. */
export class BlockedAddress extends Error {}

export type AddressGuard = {
  /** Why an address may not be dialled, or undefined. Judged by its bytes. */
  refusalOf(address: string): string | undefined
  /** At save: what is wrong with a URL, or null. A name that does not resolve is judged at each connect. */
  problemOf(url: string): Promise<string | null>
  /** At connect: the addresses of a host (name or literal), each of them checked; throws BlockedAddress if any is refused. */
  addressesOf(hostname: string): Promise<Resolved[]>
}

export type GuardOptions = {
  /** Addresses and ranges that the operator allows although they are not public. */
  allow: readonly string[]
  /** For development: 127.0.0.0/8 and ::1. */
  loopbackIsAllowed: boolean
  /** For development. Otherwise http goes only to what is on the allow-list. */
  plainHttpIsAllowed: boolean
  resolve?: ResolveHost
}

/** Whoever saves an address waits for the answer, and a name that is slow now is judged again later. */
const patienceAtSaveMs = 2000

const mostCharacters = 2000

/** Keeps letters from going to addresses that only we can reach: our own machine, our network, our cloud. */
export function createAddressGuard(options: GuardOptions): AddressGuard {
  const { loopbackIsAllowed, plainHttpIsAllowed, resolve = resolveName } = options
  const isListed = matcherOf(options.allow)
  const isAllowed = matcherOf([...options.allow, ...(loopbackIsAllowed ? ['127.0.0.0/8', '::1'] : [])])

  function kindOfRefused(address: string): string | undefined {
    return isAllowed(address) ? undefined : specialPurposeOf(address)
  }

  function refusalOf(address: string): string | undefined {
    const kind = kindOfRefused(address)
    return kind && `${address} is not a public address: ${kind}`
  }

  async function addressesOf(hostname: string): Promise<Resolved[]> {
    const host = withoutBrackets(hostname)
    const family = familyOf(host)
    // No name has these, and an address with a zone (fe80::1%eth0) is not to reach a resolver that knows what it means.
    if (family === undefined && /[:%]/.test(host)) throw new BlockedAddress(`${host} is not a public address`)
    const found = family === undefined ? await resolve(host) : [{ address: host, family }]
    if (found.length === 0) throw new UnknownName(`the name ${host} has no address`)
    for (const { address } of found) {
      const kind = kindOfRefused(address)
      if (kind === undefined) continue
      throw new BlockedAddress(
        family === undefined
          ? `${host} does not lead to a public address: ${kind}`
          : `${host} is not a public address: ${kind}`,
      )
    }
    // The family is read from the address: a resolver that errs about it must not lead us elsewhere.
    return found.map(({ address }) => ({ address, family: familyOf(address) ?? 4 }))
  }

  async function problemOf(text: string): Promise<string | null> {
    const problem = problemOfForm(text)
    if (problem !== null) return problem
    const url = new URL(text)
    const isBare = url.protocol === 'http:' && !plainHttpIsAllowed
    const mustBeHttps = 'must start with https://, so that nobody on the way can read it'
    try {
      const found = await within(patienceAtSaveMs, addressesOf(url.hostname))
      const isPermitted = !isBare || found?.every(({ address }) => isListed(address))
      return isPermitted ? null : mustBeHttps
    } catch (error) {
      if (error instanceof BlockedAddress)
        return `must be reachable from the public internet; ${error.message}`
      return isBare ? mustBeHttps : null
    }
  }

  return { refusalOf, problemOf, addressesOf }
}

/** What can be said without asking anybody. */
function problemOfForm(text: string): string | null {
  if (text.length > mostCharacters) return `must have at most ${mostCharacters} characters`
  // A URL is read without them, so what is shown would not be what is called.
  if (/[\s\p{Cc}]/u.test(text)) return 'must not contain spaces or control characters'
  const url = URL.parse(text)
  if (url === null) return 'must be a whole web address, such as https://shop.example/malipo-events'
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must start with https://'
  if (url.hostname === '') return 'must name a host, such as https://shop.example/malipo-events'
  if (url.username !== '' || url.password !== '')
    return 'must not contain a user name or password; check the signature of the events instead'
  if (text.includes('#')) return 'must not contain a # and what follows it, because that is never sent'
  return null
}

function withoutBrackets(hostname: string): string {
  return hostname.startsWith('[') && hostname.endsWith(']') ? hostname.slice(1, -1) : hostname
}

/** Undefined if it takes longer; what comes of it then is nobody's concern. */
async function within<Value>(ms: number, work: Promise<Value>): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
