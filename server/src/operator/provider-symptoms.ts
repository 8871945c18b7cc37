import type { Config } from '../config.ts'
import { textFromMinor } from '../primitives/money.ts'
import { askProvider, type Float, type Probed, type Provider } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import { namesThatMatter, openProvider, plainly, probe } from './ask-providers.ts'
import { callbackSymptom } from './callback-symptom.ts'
import type { Symptom } from './symptom.ts'

/** Whoever does not answer in this time is told as silent; all are asked at once, so that nobody waits for longer. */
const usualPatienceMs = 10_000

/** Signatures carry a time, and a gateway refuses one that is too far from its own. How far is written nowhere. */
const mostSkewMs = 60_000

/** What is to be known of each provider that matters, asked of it. No money moves. */
export async function providerSymptoms(
  config: Config,
  world: World,
  patienceMs = usualPatienceMs,
): Promise<Symptom[]> {
  const names = await namesThatMatter(config, world)
  const found = await Promise.all(names.map((name) => examineProvider(config, world, name, patienceMs)))
  return found.flat()
}

async function examineProvider(
  config: Config,
  world: World,
  name: string,
  patienceMs: number,
): Promise<Symptom[]> {
  const provider = openProvider(config, world, name)
  // The check of open payments tells of a name that nobody knows.
  if (provider === null) return [missing(config, name)]
  const { balance } = provider
  const [asked, float, callbacks] = await Promise.all([
    ask(provider, world, patienceMs),
    balance ? askProvider<Float>((signal) => balance(signal), patienceMs) : null,
    callbackSymptom(world, name, patienceMs),
  ])
  return [
    ...(asked ? [credentialSymptom(name, asked), ...clockSymptom(name, asked)] : []),
    await addressSymptom(world, name, asked),
    callbacks,
    ...(float ? [await floatSymptom(world, name, float)] : []),
  ]
}

function missing({ liveProvider }: Config, name: string): Symptom {
  const why = name === liveProvider ? 'LIVE_PROVIDER names it' : 'it has open payments'
  return {
    check: `${name} credentials`,
    state: 'failure',
    details: `not set up here, and ${why}: set what docs/providers/${name}.md says`,
  }
}

type Asked = { probed: Probed; askedAt: Date; answeredAt: Date }

async function ask(provider: Provider, { clock }: World, patienceMs: number): Promise<Asked | null> {
  const askedAt = clock.now()
  const probed = await probe(provider, patienceMs)
  return probed && { probed, askedAt, answeredAt: clock.now() }
}

function credentialSymptom(name: string, { probed }: Asked): Symptom {
  const check = `${name} credentials`
  switch (probed.kind) {
    case 'ok':
      return { check, state: 'ok', details: 'it knows us' }
    case 'blocked':
      return { check, state: 'warning', details: 'not known: it does not talk to our address' }
    case 'refused':
      return {
        check,
        state: 'failure',
        details: `it refuses us (${plainly(probed.because)}): compare the settings with its own, and see malipo provider try ${name}`,
      }
    case 'unknown':
      return {
        check,
        state: 'warning',
        details: `nobody knows: ${plainly(probed.because)} Is it reachable from here? See malipo provider try ${name}`,
      }
  }
}

/** Their clock is read somewhere between question and answer, to the second. */
function clockSymptom(name: string, { probed: { theirTime }, askedAt, answeredAt }: Asked): Symptom[] {
  if (theirTime === null) return []
  const [early, late] = [askedAt.getTime() - theirTime.getTime(), theirTime.getTime() - answeredAt.getTime()]
  const offMs = Math.max(0, early, late)
  const check = `${name} clock`
  if (offMs <= mostSkewMs) return [{ check, state: 'ok', details: 'its time is ours' }]
  const details = `ours is ${Math.round(offMs / 1000)} s ${early > 0 ? 'ahead of' : 'behind'} its own: set the clock (NTP), or signatures are refused`
  return [{ check, state: 'warning', details }]
}

/** What waits for an address to be allowed is sent again by hand, once it is. */
async function addressSymptom({ sql }: World, name: string, asked: Asked | null): Promise<Symptom> {
  const check = `${name} address`
  const [row] = await sql<{ waiting: number }[]>`
    select count(*)::int as waiting from withdrawals
    where status = 'BLOCKED_IP_WHITELIST' and environment = 'live' and provider = ${name}`
  const waiting = row?.waiting ?? 0
  const isBlocked = asked?.probed.kind === 'blocked'
  const told = [
    ...(isBlocked
      ? ['it does not talk to our address: give it the one from which this machine calls, to be allowed']
      : []),
    ...(waiting > 0
      ? [
          `${waiting} payouts were turned away for our address and wait: ${isBlocked ? 'after that, ' : ''}POST /v1/admin/withdrawals/{id}/retry`,
        ]
      : []),
  ]
  const isKnown = asked?.probed.kind === 'ok' || asked?.probed.kind === 'refused'
  return {
    check,
    state: isBlocked ? 'failure' : waiting > 0 ? 'warning' : 'ok',
    details: told.join('; ') || (isKnown ? 'it talks to us' : 'nothing was turned away for it'),
  }
}

/** What is approved and has not left yet must be there when it does. */
async function floatSymptom({ sql }: World, name: string, float: Float): Promise<Symptom> {
  const check = `${name} float`
  if (float.kind === 'unknown') {
    return { check, state: 'warning', details: `it does not say: ${plainly(float.because)}` }
  }
  const { amount, currency } = float
  const [row] = await sql<{ approved: bigint }[]>`
    select coalesce(sum(amount), 0)::bigint as approved from withdrawals
    where environment = 'live' and provider = ${name} and currency = ${currency}
      and (status = 'BLOCKED_IP_WHITELIST' or (status = 'PROCESSING' and sent_at is null))`
  const approved = row?.approved ?? 0n
  const told = `${currency} ${textFromMinor(amount)} there, ${textFromMinor(approved)} approved and not sent`
  const isShort = amount < approved
  return {
    check,
    state: isShort ? 'warning' : 'ok',
    details: isShort ? `${told}: top it up, and record that (POST /v1/admin/float-top-ups)` : told,
  }
}
