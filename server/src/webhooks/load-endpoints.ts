import type { World } from '../world/world.ts'

export type Endpoint = {
  id: string
  /** By its merchant, beside the one of the configuration; then its secrets are its own. */
  isAdded: boolean
  /** Null when there is nowhere to send to any more: taken away, or switched off. */
  url: string | null
  failingSince: Date | null
  /** The present one first. None when they cannot be opened: what cannot be signed is not sent. */
  secrets: string[]
}

/** Beyond these nobody can still be in the middle of changing over. */
const mostRetired = 3

type Row = {
  id: string
  is_added: boolean
  url: string | null
  failing_since: Date | null
  secret_sealed: Buffer | null
  retired: Buffer[]
}

/** Where to send and how to sign, as it is just now. */
export async function loadEndpoints(
  { sql, clock, vault }: World,
  { ids, merchantIds }: { ids: string[]; merchantIds: string[] },
  onError: (error: unknown) => void = rethrow,
): Promise<Map<string, Endpoint>> {
  const rows = await sql<Row[]>`
    select e.id, false as is_added, case when e.switched_off_at is null then e.url end as url, e.failing_since,
      m.webhook_secret_sealed as secret_sealed,
      array(select secret_sealed from retired_webhook_secrets r
        where r.merchant_id = e.merchant_id and r.signs_until > ${clock.now()}
        order by r.signs_until desc limit ${mostRetired}) as retired
    from webhook_endpoints e join merchants m on m.id = e.merchant_id
    where e.id = any(${ids}::uuid[]) and e.merchant_id = any(${merchantIds}::uuid[])
    union all
    select a.id, true, case when a.switched_off_at is null then a.url end, a.failing_since, a.secret_sealed,
      array(select secret_sealed from retired_endpoint_secrets r
        where r.endpoint_id = a.id and r.signs_until > ${clock.now()}
        order by r.signs_until desc limit ${mostRetired})
    from added_webhook_endpoints a where a.id = any(${ids}::uuid[]) and a.merchant_id = any(${merchantIds}::uuid[])`
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        isAdded: row.is_added,
        url: row.url,
        failingSince: row.failing_since,
        secrets: opened(vault, row, onError),
      },
    ]),
  )
}

/** One that cannot be opened, after a change of the installation's secret perhaps, must not stop the others. */
function opened(vault: World['vault'], row: Row, onError: (error: unknown) => void): string[] {
  // A deleted one has none.
  if (row.secret_sealed === null) return []
  try {
    return [row.secret_sealed, ...row.retired].map((sealed) => vault.open(sealed))
  } catch (error) {
    onError(error)
    return []
  }
}

/** Whoever sends for a caller who waits must not send unsigned. */
function rethrow(error: unknown): never {
  throw error
}
