import type { Database } from '../database/database.ts'
import { keepWords, triesOf } from '../evidence/evidence.ts'
import type { LookedUp, PayOutOutcome, Registry } from '../providers/providers.ts'
import type { PaymentOwner } from '../quarantine/quarantine.ts'
import type { World } from '../world/world.ts'
import { cancelTry } from './cancel-try.ts'
import type { Resolve } from './collection-resolver.ts'
import { type CollectionRow, referencePrefix } from './collection-row.ts'
import type { Report } from './judge-report.ts'
import type { PageTry } from './page-try.ts'

type Secrets = { was_sent: boolean; webhook_secret_sealed: Buffer; retired_secrets_sealed: Buffer[] }

/** What the callbacks of providers need to know of collections. */
export function collectionCallbacks(world: World, registry: Registry, resolve: Resolve) {
  const { sql, clock } = world
  return {
    about: 'collection',
    prefix: referencePrefix,
    /**
     * By the try that the reference names. On a page where nobody has picked a way to pay there is none yet. The collection is looked up once its id is
     * known: joined to a try that may be missing, it would be looked for among all that there are.
     */
    async find(id: string) {
      const [found] = await sql<
        (Pick<CollectionRow, 'id' | 'merchant_id' | 'environment' | 'provider'> & {
          try_id: string
        } & Secrets)[]
      >`
        select c.id, coalesce(t.id, c.id) as try_id, c.merchant_id, c.environment, true as was_sent,
          coalesce(t.provider, c.provider) as provider, m.webhook_secret_sealed,
          array(select r.secret_sealed from retired_webhook_secrets r
            where r.merchant_id = m.id and r.signs_until > ${clock.now()}) as retired_secrets_sealed
        from collections c join merchants m on m.id = c.merchant_id left join collection_tries t on t.id = ${id}
        where c.id = coalesce((select of.collection_id from collection_tries of where of.id = ${id}), ${id})`
      return found ?? null
    },
    async hear(subject: PaymentOwner & Heard, word: PayOutOutcome, eventId: string) {
      const report: Report = {
        collectionId: subject.id,
        tryId: subject.try_id ?? subject.id,
        source: 'callback',
        word: word.kind === 'blocked' ? { kind: 'unknown', because: word.providerMessage } : word,
        eventId,
      }
      const { outcome, collection } = await resolve(report, subject)
      return { outcome, status: collection.status }
    },
    async lookUp(id: string) {
      const answers: ('answered' | 'unclear')[] = []
      for (const asked of await findAsked(sql, id)) answers.push(await askAbout(asked))
      // On a page where nobody has picked a way to pay there is nobody to ask.
      return answers.includes('unclear') ? 'unclear' : 'answered'
    },
  } as const

  async function askAbout(asked: AskedTry): Promise<'answered' | 'unclear'> {
    const { collection_id: collectionId, id: tryId, provider_reference: reference } = asked
    if (asked.is_beside) {
      const word = await cancelTry({ world, registry }, asked)
      if (word !== null && word.kind !== 'pending' && word.kind !== 'unknown') {
        await resolve({ collectionId, tryId, source: 'look_up', word }, asked)
        return 'answered'
      }
    }
    if (!registry.hasRoom(asked, 'lookUp')) return 'unclear'
    const word = await registry.ask(asked, 'lookUp', (provider, signal) =>
      provider.lookUp({ reference }, signal),
    )
    if (word.kind === 'never_seen') await keepUnseen(world, asked, word)
    else await resolve({ collectionId, tryId, source: 'look_up', word }, asked)
    return word.kind === 'unknown' ? 'unclear' : 'answered'
  }
}

type Heard = { id: string; try_id?: string }
type AskedTry = PaymentOwner &
  Pick<PageTry, 'id' | 'collection_id' | 'provider' | 'provider_reference'> & {
    /** Whether it is open beside one that is over: nobody should pay it any more, if nobody has. */
    is_beside: boolean
  }

/** The try with this id; with the id of a collection, which its first try has too, all of its tries. */
async function findAsked(sql: Database, id: string): Promise<AskedTry[]> {
  return await sql<AskedTry[]>`
    select t.id, t.collection_id, t.provider, t.provider_reference, c.merchant_id, c.environment,
      (c.page_token is not null or t.state is not null) and c.status not in ('created', 'processing') and coalesce(t.state, 'open') = 'open'
        and not exists (select from provider_words w where w.subject_id = t.id and w.kind = 'succeeded') as is_beside
    from collection_tries t join collections c on c.id = t.collection_id
    where t.id in (select id from ${triesOf(sql, sql`${id}::uuid`)} tries)
    order by t.number`
}

/** That the provider has never seen it moves nothing, and whoever wants to call it paid should know. */
async function keepUnseen(world: World, { id, collection_id }: AskedTry, word: LookedUp): Promise<void> {
  await world.sql.begin(async (tx) => {
    const [ordered] = await tx<Pick<CollectionRow, 'status' | 'amount' | 'currency'>[]>`
      select status, amount, currency from collections where id = ${collection_id} for update`
    if (!ordered) return
    const { status } = ordered
    const said = { about: 'collection', subjectId: id, ordered, status, source: 'look_up', word } as const
    await keepWords(tx, world, [said])
  })
}
