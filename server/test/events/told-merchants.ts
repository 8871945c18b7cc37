import assert from 'node:assert/strict'
import type { Environment, EventType } from '@malipo/contract'
import type { Route } from '../../src/http/http.ts'
import { openMerchants } from '../../src/merchants/merchants.ts'
import { idsFrom } from '../../src/primitives/id.ts'
import { vaultFrom } from '../../src/primitives/seal.ts'
import { newWebhookSecret } from '../../src/primitives/webhook-secret.ts'
import { announce } from '../../src/webhooks/webhooks.ts'
import type { World } from '../../src/world/world.ts'
import { createTestDatabase } from '../test-database.ts'

export type Told = { type?: EventType; at?: Date; environment?: Environment; merchantId?: string }

export type AddedWish = {
  url?: string
  environment?: Environment
  merchantId?: string
  events?: string[]
  methods?: string[]
  metadata?: Record<string, string>
  successName?: string
}

/** Two merchants of whom things can be told, and a clock in the test's hands. */
export async function openToldMerchants() {
  const database = await createTestDatabase()
  let nowMs = Date.parse('2026-11-15T00:00:00Z')
  const clock = { now: () => new Date(nowMs) }
  const vault = vaultFrom('a secret of more than thirty-two letters')
  const world: World = {
    sql: database.sql,
    clock,
    newId: idsFrom(clock),
    vault,
    baseUrl: 'http://localhost',
  }
  const order = { name: 'Duka', ownerId: null, verificationStatus: 'verified' as const }
  const opened = await world.sql.begin((tx) => openMerchants(tx, world, [order, order]))
  const [merchantId = '', strangerId = ''] = opened.map(({ id }) => id)
  return {
    database,
    world,
    merchantId,
    strangerId,
    pass: (ms: number) => {
      nowMs += ms
    },
    /** Stores an event of a resource of its own, and answers with its id. */
    async tell({ type = 'collection.success', at, environment = 'live', merchantId: whose }: Told = {}) {
      const resourceId = world.newId()
      const told = { type, environment, resourceId, sequence: 2, merchantId: whose ?? merchantId }
      await world.sql.begin((tx) =>
        announce(tx, world.newId, [{ ...told, at: at ?? clock.now(), resource: { id: resourceId } }]),
      )
      const [event] = await world.sql<{ id: string }[]>`
        select id from events where resource_id = ${resourceId}`
      return event?.id ?? ''
    },
    /** Configures an address for both environments, as the route of the configuration would. */
    async configure(url: string | null, events: EventType[] | null = null, whose = merchantId) {
      await world.sql`
        insert into webhook_configs (merchant_id, webhook_url, events, updated_at)
        values (${whose}, ${url}, ${events}, ${clock.now()})
        on conflict (merchant_id) do update set webhook_url = excluded.webhook_url, events = excluded.events`
      await world.sql`
        insert into webhook_endpoints (id, merchant_id, environment, url)
        select id, ${whose}, environment, ${url}
        from unnest(${[world.newId(), world.newId()]}::uuid[], '{live,sandbox}'::text[]) as given (id, environment)
        on conflict (merchant_id, environment) do update
        set url = excluded.url, switched_off_at = null, switched_off_because = null`
    },
    /** Adds an endpoint beside it, as the route of endpoints would. */
    async addEndpoint(wish: AddedWish = {}): Promise<string> {
      const { url = 'https://more.example', environment = 'live', events = null, methods = null } = wish
      const id = world.newId()
      const secret = vault.seal(newWebhookSecret())
      await world.sql`
        insert into added_webhook_endpoints (id, merchant_id, environment, url, events, methods, metadata,
          success_event_name, secret_sealed, asks_since, created_at)
        values (${id}, ${wish.merchantId ?? merchantId}, ${environment}, ${url}, ${events}, ${methods},
          ${JSON.stringify(wish.metadata ?? {})}::jsonb, ${wish.successName ?? null}, ${secret}, ${clock.now()}, ${clock.now()})`
      return id
    },
    async switchOff() {
      await world.sql`
        update webhook_endpoints set switched_off_at = ${clock.now()}, switched_off_because = 'gone'
        where merchant_id = ${merchantId}`
    },
    /** A request that was read and permitted already, of the first merchant's owner. */
    async call<Reply>(routes: Route[], id: string, given: object, environment: Environment = 'live') {
      const found = routes.find(({ operation }) => operation.id === id)
      assert.ok(found, id)
      const by = { kind: 'person', user: { id: strangerId } }
      const caller = { merchantId, environment, by }
      const idempotently = (work: Parameters<World['sql']['begin']>[0]) => world.sql.begin(work as never)
      const known = { query: {}, params: {}, requestId: 'asked', caller, lists: world.sql }
      const call = { ...known, idempotently, ...given }
      return (await found.handle(call as never)) as Reply
    },
  }
}
