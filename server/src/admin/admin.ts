import type { Askers } from '../evidence/evidence.ts'
import type { Route } from '../http/http.ts'
import type { Registry } from '../providers/providers.ts'
import type { ApprovalsNeeded } from '../withdrawals/withdrawals.ts'
import type { World } from '../world/world.ts'
import { adminRoutes } from './admin-routes.ts'
import { auditRoutes } from './audit-routes.ts'
import { collectionExchangeRoutes } from './collection-exchange-routes.ts'
import { operatorRoutes } from './operator-routes.ts'
import { payoutDecisionRoutes } from './payout-decision-routes.ts'
import { pricingRoutes } from './pricing-routes.ts'
import { queueRoutes } from './withdrawal-queue-routes.ts'

export { dossierOf } from './withdrawal-dossier.ts'

type Parts = { world: World; registry: Registry; approvalsNeeded: ApprovalsNeeded; askers: Askers }

export function routes({ world, registry, approvalsNeeded, askers }: Parts): Route[] {
  return [
    ...adminRoutes(world),
    ...pricingRoutes(world),
    ...auditRoutes(world),
    ...operatorRoutes(world),
    ...collectionExchangeRoutes(),
    ...queueRoutes(world, { approvalsNeeded, registry }),
    ...payoutDecisionRoutes({ world, registry, approvalsNeeded, askers }),
  ]
}
