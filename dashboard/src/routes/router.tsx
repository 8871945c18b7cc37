import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { accountRoutes } from '../screens/account/account-routes.tsx'
import { batchesRoutes } from '../screens/batches/batches-routes.tsx'
import { controlNumbersRoutes } from '../screens/control-numbers/control-numbers-routes.tsx'
import { customersRoutes } from '../screens/customers/customers-routes.tsx'
import { eventsRoutes } from '../screens/events/events-routes.tsx'
import { fiscalRoutes } from '../screens/fiscal/fiscal-routes.tsx'
import { gettingInRoutes, newBusinessRoutes } from '../screens/getting-in/getting-in-routes.tsx'
import { homeRoutes } from '../screens/home/home-routes.tsx'
import { invoicesRoutes } from '../screens/invoices/invoices-routes.tsx'
import { keysRoutes } from '../screens/keys/keys-routes.tsx'
import { linksRoutes } from '../screens/links/links-routes.tsx'
import { networksRoutes } from '../screens/networks/networks-routes.tsx'
import { paymentsRoutes } from '../screens/payments/payments-routes.tsx'
import { privacyRoutes } from '../screens/privacy/privacy-routes.tsx'
import { recipientsRoutes } from '../screens/recipients/recipients-routes.tsx'
import { refundsRoutes } from '../screens/refunds/refunds-routes.tsx'
import { requestsRoutes } from '../screens/requests/requests-routes.tsx'
import { sandboxRoutes } from '../screens/sandbox/sandbox-routes.tsx'
import { settingsRoutes } from '../screens/settings/settings-routes.tsx'
import { settlementsRoutes } from '../screens/settlements/settlements-routes.tsx'
import { statementRoutes } from '../screens/statement/statement-routes.tsx'
import { statementsRoutes } from '../screens/statements/statements-routes.tsx'
import { teamRoutes } from '../screens/team/team-routes.tsx'
import { tillRoutes } from '../screens/till/till-routes.tsx'
import { webhooksRoutes } from '../screens/webhooks/webhooks-routes.tsx'
import { withdrawalsRoutes } from '../screens/withdrawals/withdrawals-routes.tsx'
import { adminTree } from './admin-tree.tsx'
import { insideRoute, merchantRoute, startRoute } from './inside-routes.tsx'
import { rootRoute } from './root-route.tsx'

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  component: lazyRouteComponent(() => import('../sign-in/sign-in-screen.tsx')),
})

const routeTree = rootRoute.addChildren([
  signInRoute,
  ...gettingInRoutes,
  insideRoute.addChildren([
    startRoute,
    ...accountRoutes,
    ...newBusinessRoutes,
    ...tillRoutes,
    adminTree,
    merchantRoute.addChildren([
      ...homeRoutes,
      ...paymentsRoutes,
      ...withdrawalsRoutes,
      ...batchesRoutes,
      ...refundsRoutes,
      ...networksRoutes,
      ...statementRoutes,
      ...statementsRoutes,
      ...settlementsRoutes,
      ...linksRoutes,
      ...controlNumbersRoutes,
      ...invoicesRoutes,
      ...customersRoutes,
      ...recipientsRoutes,
      ...eventsRoutes,
      ...fiscalRoutes,
      ...keysRoutes,
      ...privacyRoutes,
      ...requestsRoutes,
      ...sandboxRoutes,
      ...settingsRoutes,
      ...teamRoutes,
      ...webhooksRoutes,
    ]),
  ]),
])

export const router = createRouter({ routeTree, defaultPreload: 'intent', scrollRestoration: true })
