import { type Operation, operations } from '@malipo/contract'
import { adminRoutes, auditRoutes, payoutDecisionRoutes, pricingRoutes, queueRoutes } from './admin/admin.ts'
import { apiKeyRoutes } from './api-keys/api-keys.ts'
import { createIdentify, createSessions } from './auth/auth.ts'
import { callbackRoutes } from './callbacks/callbacks.ts'
import { clearanceRoutes } from './clearance/clearance.ts'
import { collectingRoutes, collectionSettler, statusRoutes } from './collections/collections.ts'
import type { Config } from './config.ts'
import { customerRoutes } from './customers/customers.ts'
import { migrationsAreCurrent } from './database/database.ts'
import { discrepancyRoutes } from './discrepancies/discrepancies.ts'
import { createEventFeed, eventRoutes, streamRoutes } from './events/events.ts'
import { createServer, type HttpServer, type Route } from './http/http.ts'
import { queueMail } from './mail/mail.ts'
import { isInvited, ledgerRoutes, memberRoutes, merchantRoutes } from './merchants/merchants.ts'
import { notificationRoutes } from './notifications/notifications.ts'
import type { Payments } from './payments.ts'
import { peopleRoutes, serveAccountPages } from './people/people.ts'
import { servePlatform } from './platform/platform.ts'
import { sandboxRoutes } from './sandbox/sandbox.ts'
import { createMetrics, type Log, measureDeliveries } from './telemetry/telemetry.ts'
import { checkRoute, configRoutes, testRoute } from './webhook-config/webhook-config.ts'
import { deliveryRoutes } from './webhook-deliveries/webhook-deliveries.ts'
import {
  destinationRoutes,
  disbursementRoutes,
  pendingTotal,
  type WithdrawalRow,
  withdrawalRoutes,
} from './withdrawals/withdrawals.ts'
import type { World } from './world/world.ts'

export const version = '0.1.0'

/** The whole service, assembled. This is the only file that knows every room. */
export async function createApp(
  config: Config,
  world: World,
  log: Log,
  payments: Payments,
): Promise<HttpServer> {
  const sessions = createSessions({
    sql: world.sql,
    baseUrl: config.baseUrl,
    secret: world.vault.sessionSecret,
    newId: world.newId,
    sendPasswordReset: (to, token) =>
      queueMail(world.sql, world, [passwordResetMail(config.baseUrl, to, token)]),
  })
  const { outbound } = payments
  const feed = createEventFeed(world, {
    onError: (error) => log.warn({ err: error }, 'events could not be looked for'),
  })
  const approvalsNeeded = ({ amount }: WithdrawalRow) => (amount > config.approveTwiceAbove ? 2 : 1)
  const routes = [
    ...peopleRoutes({
      sessions,
      clock: world.clock,
      limitsAreOn: config.limitsAreOn,
      maySignUp: async (email) => config.signUpIsOpen || (await isInvited(world, email)),
    }),
    ...merchantRoutes(world),
    ...memberRoutes(world),
    ...apiKeyRoutes(world),
    ...customerRoutes(world),
    ...collectingRoutes(world, payments.collecting.collect, config.qrLivesForMs),
    ...statusRoutes(world, payments.registry, payments.resolve),
    ...callbackRoutes(payments.callbacks),
    ...ledgerRoutes(world, pendingTotal),
    ...sandboxRoutes(world, { network: payments.network, playNow: payments.play, pendingTotal }),
    ...adminRoutes(world),
    ...clearanceRoutes(world, payments.registry),
    ...discrepancyRoutes({ world, settleCollection: collectionSettler(world, payments.registry) }),
    ...withdrawalRoutes(world, payments.registry),
    ...disbursementRoutes(world, payments.registry),
    ...destinationRoutes(),
    ...notificationRoutes(world),
    ...configRoutes(world, outbound.guard),
    testRoute(world, outbound.send),
    checkRoute(world, outbound.send),
    ...eventRoutes(world),
    ...streamRoutes(world, feed),
    ...deliveryRoutes(world),
    ...pricingRoutes(world),
    ...auditRoutes(world),
    ...queueRoutes(world, approvalsNeeded),
    ...payoutDecisionRoutes({ ...payments.withdrawing, approvalsNeeded }),
  ]
  refuseGaps(routes)
  const metrics = createMetrics(world.sql)
  const count = measureDeliveries([metrics.registry], world.sql, world.clock)
  outbound.observers.push(({ attempted: { result }, firstAfterMs }) => count({ result, firstAfterMs }))
  const server = await createServer({
    world,
    identify: createIdentify({ sql: world.sql, clock: world.clock, sessions }),
    // A worker has doors for those who watch it, and no others.
    routes: config.role === 'worker' ? [] : [...routes, ...sandboxDoors(config, routes)],
    log,
    metrics,
    limitsAreOn: config.limitsAreOn,
    trustedProxies: config.trustedProxies,
  })
  await servePlatform(server.app, {
    baseUrl: config.baseUrl,
    version,
    metrics,
    metricsToken: config.metricsToken,
    gate: server.gate,
    isReady: () => migrationsAreCurrent(world.sql),
  })
  await serveAccountPages(server.app, config.baseUrl)
  return server
}

/** The sandbox takes callbacks under an address of its own, which the operator may choose. */
function sandboxDoors({ sandboxBaseUrl }: Config, routes: Route[]): Route[] {
  const prefix = new URL(sandboxBaseUrl).pathname.replace(/\/+$/, '')
  if (prefix === '') return []
  return routes
    .filter(({ operation }) => operation.id === operations.takeCallback.id)
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

function passwordResetMail(baseUrl: string, to: { email: string; name: string }, token: string) {
  return {
    to: to.email,
    subject: 'Reset your Malipo password',
    text:
      `Hello ${to.name},\n\nopen this link within the hour to choose a new password:\n\n` +
      `${baseUrl}/reset-password?token=${token}\n\nIf you did not ask for it, do nothing.\n`,
  }
}
