import { askProvider, type Outcome, type Providers } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import type { Resolve } from './collection-resolver.ts'
import { type CollectionRow, referencePrefix } from './collection-row.ts'

/** Anybody can send a forged callback, and neither the provider nor our own schedule must suffer for it. */
const hintAgainAfterMs = 10_000

type Secrets = { webhook_secret_sealed: Buffer; retired_secrets_sealed: Buffer[] }

/** What the callbacks of providers need to know of collections. */
export function collectionCallbacks(world: World, providers: Providers, resolve: Resolve) {
  const { sql, clock } = world
  return {
    about: 'collection',
    prefix: referencePrefix,
    async find(id: string) {
      const [found] = await sql<(Pick<CollectionRow, 'id' | 'environment'> & Secrets)[]>`
        select c.id, c.environment, m.webhook_secret_sealed,
          array(select r.secret_sealed from retired_webhook_secrets r
            where r.merchant_id = m.id and r.signs_until > ${clock.now()}) as retired_secrets_sealed
        from collections c join merchants m on m.id = c.merchant_id where c.id = ${id}`
      return found ?? null
    },
    async hear(id: string, word: Outcome | { kind: 'blocked' }, eventId: string) {
      if (word.kind === 'blocked') throw new Error('A collection cannot be blocked.')
      const { outcome, collection } = await resolve({ collectionId: id, source: 'callback', word, eventId })
      return { outcome, status: collection.status }
    },
    async askNow(id: string) {
      const now = clock.now()
      const [asked] = await sql<Pick<CollectionRow, 'environment' | 'provider_reference'>[]>`
        update collections set hinted_at = ${now}
        where id = ${id} and method is not null
          and (hinted_at is null or hinted_at < ${new Date(now.getTime() - hintAgainAfterMs)})
        returning environment, provider_reference`
      const provider = asked && providers[asked.environment]
      if (!asked || !provider) return
      const { environment, provider_reference: reference } = asked
      const word = await askProvider(() => provider.lookUp({ reference, environment }))
      if (word.kind !== 'never_seen') await resolve({ collectionId: id, source: 'look_up', word })
    },
  } as const
}
