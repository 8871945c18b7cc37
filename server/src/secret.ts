import type { Database } from './database/database.ts'
import type { Clock } from './primitives/clock.ts'
import { idsFrom } from './primitives/id.ts'
import { type Vault, vaultFrom } from './primitives/seal.ts'
import { StartRefused } from './primitives/start-refused.ts'

export const probeText = 'malipo'

type Installed = { secret_probe: Buffer; secret_id: Buffer | null; resealed_at: Date | null }

/**
 * The vault of an installation. Given two secrets it opens with both, and seals with the one that the installation uses: so every
 * process can be given the new one before any of them uses it.
 */
export async function openVault(
  world: { sql: Database; clock: Clock },
  secret: string,
  previous: string | undefined,
): Promise<Vault> {
  const { secret_probe: probe, secret_id: id, resealed_at: at } = await findInstalled(world, secret)
  const known = previous === undefined ? [secret] : [secret, previous]
  const [used] = known.filter((one) => opensProbe(vaultFrom(one), probe))
  if (used === undefined) {
    throw new StartRefused(
      'The secret does not fit this database. Set MALIPO_SECRET, or DATA_DIR, to what the database was made with.',
    )
  }
  if (id !== null && at === null && previous === undefined) {
    throw new StartRefused(
      'The secret is being changed: set MALIPO_SECRET_PREVIOUS until malipo secret rotate says that nothing is left.',
    )
  }
  const vault = vaultFrom(used, ...known.filter((one) => one !== used))
  if (id !== null) vault.turnTo(id)
  return vault
}

async function findInstalled(
  { sql, clock }: { sql: Database; clock: Clock },
  secret: string,
): Promise<Installed> {
  await sql`
    insert into installation (id, secret_probe, created_at)
    values (${idsFrom(clock)()}, ${vaultFrom(secret).seal(probeText)}, ${clock.now()}) on conflict do nothing`
  const [installed] = await sql<Installed[]>`select secret_probe, secret_id, resealed_at from installation`
  if (!installed) throw new Error('The installation has lost its row.')
  return installed
}

function opensProbe(vault: Vault, probe: Buffer): boolean {
  try {
    return vault.open(probe) === probeText
  } catch {
    return false
  }
}

/** How soon every process has heard that the secret was changed; meanwhile it seals with the one before, which all still open. */
export const heardWithinMs = 2_000

/** Looks now and then whether the installation uses another secret by now. Only a process that has two asks. */
export function followSecret(sql: Database, vault: Vault, everyMs = heardWithinMs): () => void {
  const watch = setInterval(async () => {
    const [installed] = await sql<Pick<Installed, 'secret_id'>[]>`select secret_id from installation`.catch(
      () => [],
    )
    const id = installed?.secret_id
    if (id && !vault.secretId.equals(id)) vault.turnTo(id)
  }, everyMs)
  watch.unref()
  return () => clearInterval(watch)
}
