import type { World } from '../world/world.ts'
import type { LaneName } from './lanes.ts'

type Rest = { silences: number; openedAt: Date; tryAt: Date }

/**
 * Tells other processes who does not answer this one: whoever takes payments in may not be who sends them, and would route by nothing.
 * Nobody waits for it, and what is lost costs no more than the calls in which the others find out themselves.
 */
export function keepBreakers(
  { sql, clock, newId }: Pick<World, 'sql' | 'clock' | 'newId'>,
  onError: (error: unknown) => void,
): { rests(lane: LaneName, rest: Rest): void; healed(lane: LaneName): void } {
  const process = newId()
  // One after the other, so that the last word is the one that stays.
  let telling: Promise<unknown> = Promise.resolve()
  const tell = (work: () => Promise<unknown>) => {
    telling = telling.then(work).catch(onError)
  }
  return {
    rests({ provider, environment, call }, { silences, openedAt, tryAt }) {
      tell(
        () => sql`
          insert into provider_breakers (process, provider, environment, call, silences, opened_at, try_at)
          values (${process}, ${provider}, ${environment}, ${call}, ${silences}, ${openedAt}, ${tryAt})
          on conflict (process, provider, environment, call)
            do update set silences = excluded.silences, opened_at = excluded.opened_at, try_at = excluded.try_at`,
      )
    },
    healed({ provider, environment, call }) {
      const now = clock.now()
      // What others told of is taken back where its rest is over: they may be gone, and find out for themselves if they are not.
      tell(
        () => sql`
          delete from provider_breakers where provider = ${provider} and environment = ${environment} and call = ${call}
            and (process = ${process} or try_at <= ${now})`,
      )
    },
  }
}

/** Long after the longest rest: whoever wrote it is gone, or has had nothing to try it with. */
const keptMs = 600_000

export async function forgetBreakers({ sql, clock }: Pick<World, 'sql' | 'clock'>): Promise<number> {
  const before = new Date(clock.now().getTime() - keptMs)
  return (await sql`delete from provider_breakers where try_at < ${before}`).count
}
