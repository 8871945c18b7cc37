import { lookup } from 'node:dns/promises'
import { connect } from 'node:tls'
import { specialPurposeOf } from '../courier/courier.ts'
import { askProvider } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import type { Symptom } from './symptom.ts'

/** So many days are enough to renew a certificate by hand, where nothing does it by itself. */
const daysToRenew = 14

const dayMs = 24 * 3_600_000

/**
 * Whether what a provider calls back with would reach this installation: something that proves nothing is sent to our own public address,
 * and looked for where such things are kept. That the provider's network gets as far cannot be seen from here.
 */
export async function callbackSymptom(world: World, name: string, patienceMs: number): Promise<Symptom> {
  const url = new URL(`${world.baseUrl}/v1/webhooks/provider/${name}`)
  const [addresses, certificate, arrival] = await Promise.all([
    addressesOf(url.hostname, patienceMs),
    url.protocol === 'https:' ? readCertificate(url, patienceMs) : null,
    sendAndFind(world, name, url, patienceMs),
  ])
  const { state, details } = judgeReach({ name, addresses, certificate, arrival }, world.clock.now())
  return { check: `${name} callbacks`, state, details: `${url} ${details}` }
}

type Reach = { name: string; addresses: string[]; certificate: Certificate | null; arrival: Arrival }

/** What stands in the way comes first, then what will, and then what is odd. */
export function judgeReach(
  { name, addresses, certificate, arrival }: Reach,
  now: Date,
): Pick<Symptom, 'state' | 'details'> {
  const failure = (details: string) => ({ state: 'failure', details }) as const
  if (addresses.length === 0)
    return failure('is not reached, its name leads nowhere: mend BASE_URL, or the DNS record')
  if (certificate?.problem)
    return failure(`is not reached, its certificate is refused (${certificate.problem}): renew it`)
  if (arrival.kind === 'unknown') return failure(`is not reached, nobody answers (${arrival.because})`)
  if (arrival.kind === 'lost') {
    return failure(
      `is answered with ${arrival.status} by somebody else: does BASE_URL lead to this installation, and was the service started with the settings of ${name}?`,
    )
  }
  const daysLeft = certificate?.endsAt
    ? Math.floor((certificate.endsAt.getTime() - now.getTime()) / dayMs)
    : null
  const warnings = [
    ...(certificate === null ? ['without https'] : []),
    ...(addresses.every(isInner) ? ['at an address that nobody reaches from outside'] : []),
    ...(daysLeft !== null && daysLeft < daysToRenew
      ? [`its certificate ends in ${daysLeft} days: renew it`]
      : []),
  ]
  if (warnings.length > 0)
    return { state: 'warning', details: `arrives here, but ${warnings.join(', and ')}` }
  return { state: 'ok', details: `arrives here; whether ${name} gets as far shows with its first callback` }
}

const isInner = (address: string) => specialPurposeOf(address) !== undefined

async function addressesOf(hostname: string, patienceMs: number): Promise<string[]> {
  const name = hostname.replace(/^\[|\]$/g, '')
  const found = await askProvider(
    async () => ({ kind: 'found' as const, all: await lookup(name, { all: true }) }),
    patienceMs,
  )
  return found.kind === 'found' ? found.all.map(({ address }) => address) : []
}

type Certificate = { problem: string | null; endsAt: Date | null }

/** Looks at it as a provider would, without refusing it at once: why it does not hold is what somebody must know. */
async function readCertificate({ hostname, port }: URL, patienceMs: number): Promise<Certificate> {
  return await new Promise((resolve) => {
    const options = {
      host: hostname,
      servername: hostname,
      port: Number(port || 443),
      rejectUnauthorized: false,
    }
    const socket = connect(options, () => {
      const { valid_to: until } = socket.getPeerCertificate()
      const problem = socket.authorized ? null : String(socket.authorizationError ?? 'not valid')
      end({ problem, endsAt: until ? new Date(until) : null })
    })
    const end = (certificate: Certificate) => {
      resolve(certificate)
      socket.destroy()
    }
    // That nobody answers is told by whoever sends something there.
    socket.setTimeout(patienceMs, () => end({ problem: null, endsAt: null }))
    socket.once('error', () => end({ problem: null, endsAt: null }))
  })
}

type Arrival = { kind: 'arrived' } | { kind: 'lost'; status: number } | { kind: 'unknown'; because: string }

/** What is kept of it is taken away again. */
async function sendAndFind(world: World, name: string, url: URL, patienceMs: number): Promise<Arrival> {
  const mark = world.newId()
  const answer = await askProvider(async (signal) => {
    const body = JSON.stringify({ malipo_doctor: mark })
    const headers = { 'content-type': 'application/json' }
    const { status, body: rest } = await fetch(url, {
      method: 'POST',
      headers,
      body,
      signal,
      redirect: 'manual',
    })
    await rest?.cancel()
    return { kind: 'answered', status } as const
  }, patienceMs)
  if (answer.kind === 'unknown') return answer
  const kept = await world.sql`
    delete from unproven_callbacks where provider = ${name} and position(convert_to(${mark}, 'UTF8') in body) > 0`
  return kept.count > 0 ? { kind: 'arrived' } : { kind: 'lost', status: answer.status }
}
