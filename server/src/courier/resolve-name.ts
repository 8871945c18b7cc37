import { promises as dns } from 'node:dns'

export type Resolved = { address: string; family: 4 | 6 }
export type ResolveHost = (hostname: string) => Promise<Resolved[]>

/** A name without an address; its message is fit for merchants. */
export class UnknownName extends Error {}

// Twice is enough for a lost packet, and leaves most of an attempt's time to the receiver.
const patience = { timeout: 2500, tries: 2 }

/** Some name servers never answer for one family. Nobody waits longer for it once the other is known. */
const graceMs = 300

/** Answers that say there is no such name, as against no answer. */
const noSuchName = new Set(['ENOTFOUND', 'ENODATA', 'ENOTIMP', 'EBADNAME', 'EBADRESP', 'EFORMERR'])

/**
 * The addresses of a name, IPv4 first. Asked over the network: the system's own look-up waits in a thread of which there
 * are four, and a few names that never answer would keep everybody else from files, passwords and look-ups.
 */
export async function resolveName(hostname: string): Promise<Resolved[]> {
  if (/^(?:.+\.)?localhost\.?$/i.test(hostname)) return localhost
  const resolver = new dns.Resolver(patience)
  const [ipv4, ipv6] = await bothOrSoon(
    answerOf(resolver.resolve4(hostname)),
    answerOf(resolver.resolve6(hostname)),
  )
  resolver.cancel()
  const found = [
    ...ipv4.addresses.map((address): Resolved => ({ address, family: 4 })),
    ...ipv6.addresses.map((address): Resolved => ({ address, family: 6 })),
  ]
  if (found.length > 0) return found
  const isUnknown = noSuchName.has(ipv4.failure) && noSuchName.has(ipv6.failure)
  if (!isUnknown) throw new UnknownName(`the name servers did not answer for ${hostname}`)
  return fromHostsFile(hostname)
}

/** Both are this machine by definition (RFC 6761); no name server is asked. */
const localhost: Resolved[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

type NameAnswer = { addresses: string[]; failure: string }

async function answerOf(asked: Promise<string[]>): Promise<NameAnswer> {
  try {
    return { addresses: await asked, failure: '' }
  } catch (error) {
    return { addresses: [], failure: codeOf(error) }
  }
}

async function bothOrSoon(
  one: Promise<NameAnswer>,
  other: Promise<NameAnswer>,
): Promise<[NameAnswer, NameAnswer]> {
  const first = await Promise.race([one, other])
  if (first.addresses.length === 0) return Promise.all([one, other])
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<NameAnswer>((resolve) => {
    timer = setTimeout(resolve, graceMs, { addresses: [], failure: 'ETIMEOUT' })
  })
  const answers = await Promise.all([Promise.race([one, tooLate]), Promise.race([other, tooLate])])
  clearTimeout(timer)
  return answers
}

/** Names that only this machine knows. The name servers have just answered, so this look-up is quick as well. */
async function fromHostsFile(hostname: string): Promise<Resolved[]> {
  try {
    const found = await dns.lookup(hostname, { all: true, order: 'ipv4first' })
    return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }))
  } catch {
    throw new UnknownName(`the name ${hostname} does not exist`)
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
