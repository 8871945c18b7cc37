import { type Operation, operations } from '@malipo/contract'
import * as admin from './admin/admin.ts'
import * as alerts from './alerts/alerts.ts'
import * as apiKeys from './api-keys/api-keys.ts'
import { createIdentify } from './auth/auth.ts'
import * as batches from './batches/batches.ts'
import * as bills from './bills/bills.ts'
import * as books from './books/books.ts'
import * as callbacks from './callbacks/callbacks.ts'
import { serveCheckout } from './checkout/checkout.ts'
import * as clearance from './clearance/clearance.ts'
import * as collections from './collections/collections.ts'
import type { Config } from './config.ts'
import * as controlNumbers from './control-numbers/control-numbers.ts'
import * as creditNotes from './credit-notes/credit-notes.ts'
import * as customers from './customers/customers.ts'
import { type Dashboard, openDashboard, serveDashboard } from './dashboard/dashboard.ts'
import { migrationsSuffice, writingJudge } from './database/database.ts'
import * as discrepancies from './discrepancies/discrepancies.ts'
import { serveDocs } from './docs/docs.ts'
import * as documents from './documents/documents.ts'
import * as events from './events/events.ts'
import * as figures from './figures/figures.ts'
import * as fiscal from './fiscal/fiscal.ts'
import * as floatTopUps from './float-top-ups/float-top-ups.ts'
import { createHands, type Hands, type PlayedGateway, serveHandsets } from './handsets/handsets.ts'
import { createServer, type HttpServer, type Route } from './http/http.ts'
import * as invoices from './invoices/invoices.ts'
import * as merchants from './merchants/merchants.ts'
import * as networks from './networks/networks.ts'
import * as notifications from './notifications/notifications.ts'
import type { Parts } from './parts.ts'
import * as paymentLinks from './payment-links/payment-links.ts'
import * as people from './people/people.ts'
import { servePlatform } from './platform/platform.ts'
import * as privacy from './privacy/privacy.ts'
import { simulatedNames } from './providers/providers.ts'
import * as recipients from './recipients/recipients.ts'
import * as reconciliation from './reconciliation/reconciliation.ts'
import * as refunds from './refunds/refunds.ts'
import * as requests from './requests/requests.ts'
import * as risk from './risk/risk.ts'
import * as routing from './routing/routing.ts'
import * as sandbox from './sandbox/sandbox.ts'
import * as search from './search/search.ts'
import * as statements from './statements/statements.ts'
import * as timelines from './timelines/timelines.ts'
import * as webhookConfig from './webhook-config/webhook-config.ts'
import * as webhookDeliveries from './webhook-deliveries/webhook-deliveries.ts'
import * as webhookEndpoints from './webhook-endpoints/webhook-endpoints.ts'
import * as withdrawals from './withdrawals/withdrawals.ts'

export const version = '0.1.0'

/** Every room that answers requests. */
const rooms = [
  people,
  merchants,
  documents,
  apiKeys,
  customers,
  collections,
  figures,
  search,
  paymentLinks,
  controlNumbers,
  bills,
  invoices,
  creditNotes,
  withdrawals,
  batches,
  recipients,
  refunds,
  networks,
  timelines,
  statements,
  fiscal,
  privacy,
  callbacks,
  notifications,
  webhookConfig,
  webhookEndpoints,
  webhookDeliveries,
  requests,
  events,
  sandbox,
  admin,
  clearance,
  discrepancies,
  floatTopUps,
  reconciliation,
  routing,
  risk,
  alerts,
  books,
]

/** What stands beside the service: the dashboard, and in development gateways and which phones somebody holds for them. */
export type BesideService = { gateways(): PlayedGateway[]; hands: Hands; dashboard: Dashboard }

const nothingBeside = ({ config: { mode }, log }: Parts): BesideService => ({
  gateways: () => [],
  hands: createHands(),
  dashboard: openDashboard(mode, (err) => log.error({ err }, 'the dashboard could not be made')),
})

/** The service as it answers requests. */
export async function createApp(
  parts: Parts,
  overloadedAfterMs?: number,
  beside: BesideService = nothingBeside(parts),
): Promise<HttpServer> {
  const { config, world, pools, log, metrics, sessions, registry } = parts
  await registry.ready()
  const routes = rooms.flatMap((room) => room.routes(parts))
  refuseGaps(routes)
  const server = await createServer({
    world,
    lists: pools.replica?.sql ?? pools.lists,
    listConnections: config.poolSizes.lists,
    changes: parts.changes,
    standsStill: parts.standsStill,
    identify: createIdentify({ sql: world.sql, clock: world.clock, sessions }, parts.onKeyUsed),
    // A worker has doors for those who watch it, and no others.
    routes: config.role === 'worker' ? [] : [...routes, ...sandboxDoors(config, routes)],
    log,
    metrics,
    countRequest: parts.countRequest,
    trustedProxies: config.trustedProxies,
    // The simulated network calls from within; at its public doors only strangers and developers come.
    callsFromOutside: (name) => registry.named(name) !== null && !simulatedNames.includes(name),
    // A worker answers nobody who could ask what became of it.
    onAnswered: config.role === 'worker' ? undefined : parts.requests.keep,
    overloadedAfterMs,
    trace: parts.tracing?.watch,
  })
  const takesWrites = writingJudge(world.sql)
  await servePlatform(server.app, {
    baseUrl: config.baseUrl,
    sandboxBaseUrl: config.sandboxBaseUrl,
    version,
    metrics,
    metricsToken: config.metricsToken,
    gate: server.gate,
    isReady: async () => (await migrationsSuffice(world.sql)) && (await takesWrites()),
  })
  if (config.role !== 'worker') {
    const { gate } = server
    await serveDocs(server.app, { baseUrl: config.baseUrl, version })
    await serveCheckout(server.app, { ...parts, gate })
    await serveDashboard(server.app, { baseUrl: config.baseUrl, dashboard: beside.dashboard })
    // Phones stand for people elsewhere, who would not use our connections for money either.
    const elsewhere = { ...world, sql: pools.work }
    await serveHandsets(server.app, { ...parts, ...beside, mode: config.mode, world: elsewhere, gate })
  }
  return server
}

/** The sandbox takes callbacks under an address of its own, which the operator may choose. */
function sandboxDoors({ sandboxBaseUrl }: Config, routes: Route[]): Route[] {
  const prefix = new URL(sandboxBaseUrl).pathname.replace(/\/+$/, '')
  if (prefix === '') return []
  return routes
    .filter(({ operation }) => operation.id === operations.takeSandboxCallback.id)
    .map((route) => ({
      ...route,
      operation: { ...route.operation, path: `${prefix}${route.operation.path}` },
    }))
}

/** The contract is a promise: an operation without a handler, or with two, must not start. */
function refuseGaps(routes: Route[]): void {
  const handled = routes.map(({ operation }) => operation.id)
  const missing = Object.values<Operation>(operations).filter(({ id }) => !handled.includes(id))
  const twice = handled.filter((id, position) => handled.indexOf(id) !== position)
  if (missing.length > 0 || twice.length > 0) {
    throw new Error(
      `Unhandled: ${missing.map(({ id }) => id).join(', ')}; handled twice: ${twice.join(', ')}`,
    )
  }
}
