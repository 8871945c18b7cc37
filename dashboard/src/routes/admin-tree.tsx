import { alertsRoutes } from '../screens/alerts/alerts-routes.tsx'
import { auditRoutes } from '../screens/audit/audit-routes.tsx'
import { booksRoutes } from '../screens/books/books-routes.tsx'
import { decisionRoutes } from '../screens/decisions/decision-routes.tsx'
import { everyonesRoutes } from '../screens/everyones/everyones-routes.tsx'
import { unissuedRoutes } from '../screens/fiscal/fiscal-routes.tsx'
import { merchantsRoutes } from '../screens/merchants/merchants-routes.tsx'
import { operatorsRoutes } from '../screens/operators/operators-routes.tsx'
import { pricingRoutes } from '../screens/pricing/pricing-routes.tsx'
import { providersRoutes } from '../screens/providers/providers-routes.tsx'

import { queueRoutes } from '../screens/queue/queue-routes.tsx'
import { reconciliationRoutes } from '../screens/reconciliation/reconciliation-routes.tsx'
import { retentionRoutes } from '../screens/retention/retention-routes.tsx'
import { riskRoutes } from '../screens/risk/risk-routes.tsx'
import { adminRoute } from './admin-route.tsx'

/** Every screen of the console. */
export const adminTree = adminRoute.addChildren([
  ...queueRoutes,
  ...decisionRoutes,
  ...everyonesRoutes,
  ...merchantsRoutes,
  ...pricingRoutes,
  ...providersRoutes,
  ...reconciliationRoutes,
  ...booksRoutes,
  ...unissuedRoutes,
  ...retentionRoutes,
  ...riskRoutes,
  ...auditRoutes,
  ...operatorsRoutes,
  ...alertsRoutes,
])
