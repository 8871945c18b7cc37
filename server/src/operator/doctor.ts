import { statfs } from 'node:fs/promises'
import { countSilent, findCarriers } from '../collections/collections.ts'
import type { Config } from '../config.ts'
import { migrationsSuffice } from '../database/database.ts'
import { readFloats } from '../ledger/ledger.ts'
import { textFromMinor } from '../primitives/money.ts'
import { adapters, simulatedNames } from '../providers/providers.ts'
import { countQuarantined } from '../quarantine/quarantine.ts'
import { readWeather } from '../weather/weather.ts'
import { findPayOutCarriers } from '../withdrawals/withdrawals.ts'
import type { World } from '../world/world.ts'
import { toldFloatSymptom } from './float-symptom.ts'
import { lockSymptom } from './lock-symptom.ts'
import { lowFloatSymptom } from './low-float-symptom.ts'
import { messageSymptoms } from './message-symptoms.ts'
import { providerSymptoms } from './provider-symptoms.ts'
import { leftToReseal } from './rotate-secret.ts'
import type { Symptom } from './symptom.ts'

/** Below this much free space a busy day can fill the disk, and a full disk stops the database. */
const lowDiskBytes = 2 * 1024 ** 3

/** Looks at what operators trip over. Opening the database has already proven that it is durable and ours. */
export async function examine(config: Config, world: World, describe: string): Promise<Symptom[]> {
  return [
    { check: 'node', state: 'ok', details: process.version },
    {
      check: 'database',
      state: 'ok',
      details: `${describe}: durable, ours, PostgreSQL ${await databaseVersion(world)}`,
    },
    await lockSymptom(world),
    await judge('migrations', migrationsSuffice(world.sql), 'current', 'not current: restart the service'),
    await diskSymptom(config.dataDir),
    await adminSymptom(world),
    await secretSymptom(config, world),
    ...(await messageSymptoms(config, world)),
    providerSymptom(config),
    await carrierSymptom(world),
    ...(await providerSymptoms(config, world)),
    await overdueSymptom(world),
    await silenceSymptom(world),
    await discrepancySymptom(world),
    await callbackSymptom(world),
    await quarantineSymptom(world),
    await floatSymptom(world),
    await toldFloatSymptom(world),
    await lowFloatSymptom(world),
    await networkSymptom(world),
    await webhookSymptom(world),
  ]
}

async function judge(check: string, fact: Promise<boolean>, good: string, bad: string): Promise<Symptom> {
  return (await fact) ? { check, state: 'ok', details: good } : { check, state: 'failure', details: bad }
}

async function databaseVersion({ sql }: World): Promise<string> {
  const [row] = await sql<{ server_version: string }[]>`show server_version`
  return row?.server_version ?? 'unknown'
}

async function diskSymptom(dataDir: string): Promise<Symptom> {
  const { bavail, bsize } = await statfs(dataDir).catch(() => statfs('.'))
  const free = bavail * bsize
  const details = `${(free / 1024 ** 3).toFixed(1)} GiB free`
  return { check: 'disk', state: free < lowDiskBytes ? 'warning' : 'ok', details }
}

async function adminSymptom({ sql, decidersNeedSecondFactor }: World): Promise<Symptom> {
  const [row] = await sql<{ admins: number; unprotected: number }[]>`
    select count(*)::int as admins, count(*) filter (where not u.two_factor_enabled)::int as unprotected
    from super_admins join users u on u.id = user_id`
  const { admins = 0, unprotected = 0 } = row ?? {}
  if (admins === 0)
    return { check: 'super admins', state: 'warning', details: 'none: run malipo admin create' }
  const consequence = decidersNeedSecondFactor ? ', to whom the administration is closed' : ''
  const details =
    unprotected === 0
      ? `${admins}`
      : `${admins}, of whom ${unprotected} without a second factor${consequence}`
  return { check: 'super admins', state: unprotected === 0 ? 'ok' : 'warning', details }
}

async function secretSymptom({ previousSecret }: Config, world: World): Promise<Symptom> {
  const check = 'secret'
  const [row] = await world.sql<{ rotated_at: Date | null }[]>`select rotated_at from installation`
  const isUnderWay = previousSecret !== undefined
  if (!row?.rotated_at) {
    const details = isUnderWay
      ? 'two are known, the earlier one is used: run malipo secret rotate'
      : 'never changed'
    return { check, state: isUnderWay ? 'warning' : 'ok', details }
  }
  const left = await leftToReseal(world)
  const changed = `changed on ${row.rotated_at.toISOString().slice(0, 10)}`
  if (left.length > 0) {
    const places = left.map(({ name, old }) => `${old} ${name}`).join(', ')
    return {
      check,
      state: 'warning',
      details: `${changed}; sealed with an earlier one: ${places}; run malipo secret rotate`,
    }
  }
  const details = isUnderWay ? `${changed}; nothing is left: MALIPO_SECRET_PREVIOUS can go` : changed
  return { check, state: isUnderWay ? 'warning' : 'ok', details }
}

function providerSymptom({ liveProvider, mode }: Config): Symptom {
  const check = 'live provider'
  if (liveProvider === 'none')
    return { check, state: 'warning', details: 'none: live collections are refused; set LIVE_PROVIDER' }
  const isPretence = mode === 'production' && simulatedNames.includes(liveProvider)
  return {
    check,
    state: isPretence ? 'warning' : 'ok',
    details: isPretence ? 'simulated: live payments move no money' : liveProvider,
  }
}

/** A service that does not know the provider of an open row does not start. */
async function carrierSymptom({ sql }: World): Promise<Symptom> {
  const check = 'providers'
  const names = new Set([...(await findCarriers(sql)), ...(await findPayOutCarriers(sql))])
  const missing = [...names].filter((name) => !Object.hasOwn(adapters, name)).sort()
  if (missing.length > 0)
    return { check, state: 'failure', details: `open payments name ${missing.join(', ')}, not known here` }
  return { check, state: 'ok', details: names.size > 0 ? [...names].sort().join(', ') : 'nothing is open' }
}

/** Longer than any worker needs: past this, either none runs or none gets through. */
const overdueMs = 5 * 60_000

/** Told by provider, because one that does not answer is asked no more for a while, and its payments wait. */
async function overdueSymptom({ sql, clock }: World): Promise<Symptom> {
  const before = new Date(clock.now().getTime() - overdueMs)
  const rows = await sql<{ environment: string; provider: string; overdue: number }[]>`
    select environment, provider, count(*)::int as overdue from (
      select environment, provider from collections where due_at < ${before}
      union all select environment, provider from withdrawals where due_at < ${before}) late
    group by 1, 2 order by 1, 2`
  const late = rows.map(
    ({ environment, provider, overdue }) => `${overdue} ${environment} payments of ${provider}`,
  )
  return {
    check: 'workers',
    state: late.length > 0 ? 'warning' : 'ok',
    details:
      late.length > 0
        ? `overdue: ${late.join(', ')}. Is a worker running, and does the provider answer?`
        : 'nothing is overdue',
  }
}

/** They are looked up as long as it takes; a person may know more than the provider says. */
async function silenceSymptom({ sql, clock }: World): Promise<Symptom> {
  const silent = await countSilent(sql, clock)
  const details =
    silent > 0
      ? `nothing is known of ${silent} live collections for a day: GET /v1/admin/collections?silent=true`
      : 'none'
  return { check: 'silent collections', state: silent > 0 ? 'warning' : 'ok', details }
}

async function discrepancySymptom({ sql }: World): Promise<Symptom> {
  const [row] = await sql<{ open: number }[]>`
    select count(*)::int as open from discrepancies where status = 'open' and environment = 'live'`
  const open = row?.open ?? 0
  const details =
    open > 0
      ? `${open} wait for a Super Admin to settle them: GET /v1/admin/discrepancies?status=open`
      : 'none is open'
  return { check: 'discrepancies', state: open > 0 ? 'warning' : 'ok', details }
}

/** What cannot be carried out waits for a person; what could not be yet is tried again by a worker. */
async function callbackSymptom({ sql, clock }: World): Promise<Symptom> {
  const [row] = await sql<{ dead: number; overdue: number }[]>`
    select (select count(*)::int from dead_letters where status = 'open' and environment = 'live') as dead,
      (select count(*)::int from provider_callbacks
        where handled_at is null and due_at < ${new Date(clock.now().getTime() - overdueMs)}) as overdue`
  const { dead = 0, overdue = 0 } = row ?? {}
  const details = [
    ...(dead > 0
      ? [`${dead} could not be carried out and wait for a Super Admin: GET /v1/admin/dead-letters`]
      : []),
    ...(overdue > 0 ? [`${overdue} wait for a worker: is one running?`] : []),
  ]
  return {
    check: 'callbacks',
    state: details.length > 0 ? 'warning' : 'ok',
    details: details.join('; ') || 'all are carried out',
  }
}

async function quarantineSymptom({ sql }: World): Promise<Symptom> {
  const stuck = await countQuarantined(sql)
  const details = stuck > 0 ? `${stuck} live payments cannot go on: GET /v1/admin/quarantine` : 'empty'
  return { check: 'quarantine', state: stuck > 0 ? 'warning' : 'ok', details }
}

/** No symptom whatever it says: below nothing is where payouts are made from what was collected, or where no transfer was recorded. */
async function floatSymptom({ sql }: World): Promise<Symptom> {
  const floats = await readFloats(sql)
  const told = floats.map(
    ({ provider, currency, float }) => `${provider} ${currency} ${textFromMinor(float)}`,
  )
  const details = told.length > 0 ? `by our books: ${told.join(', ')}` : 'nothing was sent or paid out'
  return { check: 'float', state: 'ok', details }
}

/** As payers are told it, with what it follows from. */
async function networkSymptom({ sql, clock }: World): Promise<Symptom> {
  const weather = await readWeather(sql, clock.now())
  const bad = weather.filter(({ status }) => status === 'down' || status === 'slow')
  const told = bad.map(
    ({ network, provider, status, succeeded, failed, hanging }) =>
      `${network} by ${provider} is ${status}: of ${succeeded + failed + hanging} pushes ${failed} failed and ${hanging} hang`,
  )
  const details = told.length > 0 ? told.sort().join('; ') : 'none is known to be in trouble'
  return { check: 'networks', state: told.length > 0 ? 'warning' : 'ok', details }
}

/** The oldest of each endpoint is one step in the index, so that a long queue is looked at as quickly as a short one. */
async function webhookSymptom({ sql, clock }: World): Promise<Symptom> {
  const now = clock.now()
  const [row] = await sql<{ oldest: Date | null; off: number }[]>`
    select min(owed.due_at) as oldest,
      count(*) filter (where e.switched_off_at is not null and e.environment = 'live')::int as off
    from (
      select id, environment, switched_off_at from webhook_endpoints
      union all
      select id, environment, switched_off_at from added_webhook_endpoints
      where switched_off_because is distinct from 'disabled') e left join lateral (
      select due_at from webhook_deliveries where endpoint_id = e.id and due_at is not null
      order by due_at limit 1) owed on true`
  const overdueForMs = row?.oldest ? now.getTime() - row.oldest.getTime() : 0
  const minutes = Math.floor(overdueForMs / 60_000)
  const details = [
    ...(overdueForMs > overdueMs ? [`one waits for ${minutes} minutes already: is a worker running?`] : []),
    ...(row?.off ? [`live endpoints switched off: ${row.off}`] : []),
  ]
  return {
    check: 'webhooks',
    state: details.length > 0 ? 'warning' : 'ok',
    details: details.join('; ') || 'nothing is overdue',
  }
}
