import { gather, QueueFull } from '../primitives/gather.ts'
import type { World } from '../world/world.ts'
import { countErrors, type ErrorCount } from './count-errors.ts'
import type { LaneName } from './lanes.ts'

type Told = LaneName & { said: string }

/** Enough to tell one trouble from another. */
const keptCharacters = 200

/** Keeps the last of what went wrong with each provider. Nobody waits for it. */
export function keepErrors(
  { sql, clock }: Pick<World, 'sql' | 'clock'>,
  onError: (error: unknown) => void,
): (lane: LaneName, said: string) => void {
  // Of many at once only some are kept, but all of them are counted.
  let uncounted = new Map<string, ErrorCount>()
  const keep = gather<Told, void>(
    async (batch) => {
      const counts = [...uncounted.values()]
      uncounted = new Map()
      await countErrors(sql, clock.now(), counts)
      const rows = batch.map(({ provider, environment, call, said }) => ({
        ...{ provider, environment, call, said: masked(said) },
        at: clock.now(),
      }))
      await sql`
        insert into provider_errors (provider, slot, at, environment, call, said)
        select provider, nextval('provider_errors_slot'), at, environment, call, said
        from json_populate_recordset(null::provider_errors, ${JSON.stringify(rows)}::json)
        on conflict (provider, slot) do update
        set at = excluded.at, environment = excluded.environment, call = excluded.call, said = excluded.said`
      return []
    },
    // Fewer than there are slots, so that no batch meets itself; what is more than that says nothing new.
    { most: 10, atOnce: 1, mostWaiting: 20 },
  )
  return (lane, said) => {
    const { provider, environment, call } = lane
    const key = `${provider} ${environment} ${call}`
    const many = (uncounted.get(key)?.many ?? 0) + 1
    uncounted.set(key, { provider, environment, call, many })
    keep({ ...lane, said }).catch((error: unknown) => {
      if (!(error instanceof QueueFull)) onError(error)
    })
  }
}

/** Whatever could be a phone, an account or a key stays between us and the provider. */
export function masked(said: string): string {
  return said
    .replace(/[A-Za-z0-9+/_=-]{24,}/g, '…')
    .replace(/\d{4,}(?=\d{3})/g, '…')
    .slice(0, keptCharacters)
}
