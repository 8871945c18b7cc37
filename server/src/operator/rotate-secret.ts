import { setTimeout as sleep } from 'node:timers/promises'
import { changeAuditKey, recordAudit } from '../audit/audit.ts'
import { resealSecondFactors } from '../auth/auth.ts'
import { vaultFrom } from '../primitives/seal.ts'
import { StartRefused } from '../primitives/start-refused.ts'
import { heardWithinMs, probeText } from '../secret.ts'
import type { World } from '../world/world.ts'
import { byOperator } from './make-merchant.ts'
import { countOld, type Resealed, resealSome, type SealedPlace, sealedPlaces } from './sealed-places.ts'

export type Rotation = {
  /** Whether this run changed the secret, or went on with what another began. */
  changed: boolean
  resealed: Record<string, number>
  /** What no secret of ours opens: it was so before. */
  closed: number
  left: number
}

export type RotationOptions = {
  secret: string
  previous: string | undefined
  /** As long as processes may still seal with the secret before. */
  waitMs?: number
  /** Rows of one transaction: few enough that nobody waits long for one of them. */
  atOnce?: number
}

/**
 * Changes the installation's secret to the one it was given, then seals everything anew, a few rows at a time. Killed anywhere, it is run
 * again and goes on: what names the new secret is done, and both are accepted until nothing is left.
 */
export async function rotateSecret(world: World, options: RotationOptions): Promise<Rotation> {
  const { secretId } = vaultFrom(options.secret)
  const changed = await changeSecret(world, secretId, options.previous)
  await sleep(options.waitMs ?? 2 * heardWithinMs)
  // Those that somebody set up meanwhile, at a process that had not heard yet.
  const factors = await world.sql.begin((tx) =>
    resealSecondFactors(tx, world.vault.earlierSessionSecrets, world.vault.sessionSecret),
  )
  const resealed: Record<string, number> = { 'second factors': factors }
  let closed = 0
  for (const place of sealedPlaces) {
    const done = await resealPlace(world, place, options.atOnce ?? 200)
    resealed[place.name] = done.resealed
    closed += done.closed
  }
  const left = (await leftToReseal(world)).reduce((sum, { old }) => sum + old, 0) - closed
  if (left === 0) await world.sql`update installation set resealed_at = ${world.clock.now()}`
  return { changed, resealed, closed, left }
}

async function resealPlace(world: World, place: SealedPlace, most: number): Promise<Resealed> {
  const sum: Resealed = { resealed: 0, closed: 0, last: null }
  do {
    const { last: after } = sum
    const some: Resealed = await world.sql.begin((tx) => resealSome(tx, place, world.vault, { after, most }))
    sum.resealed += some.resealed
    sum.closed += some.closed
    sum.last = some.last
  } while (sum.last !== null)
  return sum
}

/** The moment itself: which secret is used, the key of the audit chain and the second factors change together or not at all. */
async function changeSecret(world: World, secretId: Buffer, previous: string | undefined): Promise<boolean> {
  const { sql, vault, clock } = world
  const earlier = [vault.sessionSecret, ...vault.earlierSessionSecrets]
  const changed = (await sql.begin(async (tx) => {
    const [installed] = await tx<{ id: string; secret_id: Buffer | null }[]>`
      select id, secret_id from installation for update`
    if (!installed) throw new Error('The installation has lost its row.')
    if (installed.secret_id?.equals(secretId)) return false
    if (previous === undefined || vault.secretId.equals(secretId)) throw nothingToChange()
    const earlierKey = vault.auditKey(installed.secret_id)
    vault.turnTo(secretId)
    await changeAuditKey(tx, vault, earlierKey)
    await resealSecondFactors(tx, earlier, vault.sessionSecret)
    await tx`
      update installation set secret_id = ${secretId}, secret_probe = ${vault.seal(probeText)},
        rotated_at = ${clock.now()}, resealed_at = null`
    recordAudit(tx, vault, [
      {
        at: clock.now(),
        ...byOperator,
        action: 'secret.rotated',
        subject: { kind: 'installation', id: installed.id },
        merchantId: null,
        details: { secret_id: secretId.toString('hex') },
      },
    ])
    return true
  })) as boolean
  return changed
}

function nothingToChange(): StartRefused {
  return new StartRefused(
    'There is no other secret to change to. Give every process the new one as MALIPO_SECRET and the present one as ' +
      'MALIPO_SECRET_PREVIOUS, then run this with the same two.',
  )
}

/** Where something is still sealed with an earlier secret, and how much. */
export async function leftToReseal(world: World): Promise<{ name: string; old: number }[]> {
  const counted = await Promise.all(
    sealedPlaces.map(async (place) => ({
      name: place.name,
      old: await countOld(world.sql, place, world.vault),
    })),
  )
  return counted.filter(({ old }) => old > 0)
}
