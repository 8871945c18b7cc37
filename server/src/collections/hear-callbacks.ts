import { keepWords } from '../evidence/evidence.ts'
import type { LookedUp, PayOutOutcome, Registry } from '../providers/providers.ts'
import type { PaymentOwner } from '../quarantine/quarantine.ts'
import type { World } from '../world/world.ts'
import type { Resolve } from './collection-resolver.ts'
import { type CollectionRow, referencePrefix } from './collection-row.ts'
import type { Report } from './judge-report.ts'

type Secrets = { was_sent: boolean; webhook_secret_sealed: Buffer; retired_secrets_sealed: Buffer[] }

/** What the callbacks of providers need to know of collections. */
export function collectionCallbacks(world: World, registry: Registry, resolve: Resolve) {
  const { sql, clock } = world
  return {
    about: 'collection',
    prefix: referencePrefix,
    /** By the try that the reference names. On a page where nobody has picked a way to pay there is none yet. */
    async find(id: string) {
      const [found] = await sql<
        (Pick<CollectionRow, 'id' | 'merchant_id' | 'environment' | 'provider'> & Secrets)[]
      >`
        select c.id, c.merchant_id, c.environment, true as was_sent, coalesce(t.provider, c.provider) as provider, m.webhook_secret_sealed,
          array(select r.secret_sealed from retired_webhook_secrets r
            where r.merchant_id = m.id and r.signs_until > ${clock.now()}) as retired_secrets_sealed
        from collections c join merchants m on m.id = c.merchant_id left join collection_tries t on t.id = ${id}
        where c.id = coalesce(t.collection_id, ${id})`
      return found ?? null
    },
    async hear(subject: PaymentOwner & { id: string }, word: PayOutOutcome, eventId: string) {
      const report: Report = {
        collectionId: subject.id,
        source: 'callback',
        word: word.kind === 'blocked' ? { kind: 'unknown', because: word.providerMessage } : word,
        eventId,
      }
      const { outcome, collection } = await resolve(report, subject)
      return { outcome, status: collection.status }
    },
    async lookUp(id: string) {
      const [asked] = await sql<(PaymentOwner & Pick<CollectionRow, 'provider' | 'provider_reference'>)[]>`
        select merchant_id, environment, provider, provider_reference from collections
        where id = ${id} and method is not null`
      // On a page where nobody has picked a way to pay there is nobody to ask.
      if (!asked) return 'answered'
      const { provider_reference: reference } = asked
      if (!registry.hasRoom(asked, 'lookUp')) return 'unclear'
      const word = await registry.ask(asked, 'lookUp', (provider, signal) =>
        provider.lookUp({ reference }, signal),
      )
      if (word.kind === 'never_seen') await keepUnseen(world, id, word)
      else await resolve({ collectionId: id, source: 'look_up', word }, asked)
      return word.kind === 'unknown' ? 'unclear' : 'answered'
    },
  } as const
}

/** That the provider has never seen it moves nothing, and whoever wants to call it paid should know. */
async function keepUnseen(world: World, id: string, word: LookedUp): Promise<void> {
  await world.sql.begin(async (tx) => {
    const [ordered] = await tx<Pick<CollectionRow, 'status' | 'amount' | 'currency'>[]>`
      select status, amount, currency from collections where id = ${id} for update`
    if (!ordered) return
    const { status } = ordered
    const said = { about: 'collection', subjectId: id, ordered, status, source: 'look_up', word } as const
    await keepWords(tx, world, [said])
  })
}
