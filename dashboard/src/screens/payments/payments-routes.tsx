import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { merchantRoute } from '../../routes/inside-routes.tsx'
import { textsOf } from '../../routes/search-texts.ts'

export const paymentFilters = [
  'status',
  'method',
  'network',
  'phone',
  'reference',
  'metadata',
  'from',
  'to',
] as const

/** What a new payment may be begun with. */
export const newPaymentFields = ['how', 'amount', 'phone', 'name', 'customer', 'reference'] as const

export const paymentsRoutes = [
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/payments',
    validateSearch: textsOf(paymentFilters),
    component: lazyRouteComponent(() => import('./payments-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/payments/new',
    validateSearch: textsOf(newPaymentFields),
    component: lazyRouteComponent(() => import('./new-payment-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/payments/$paymentId',
    component: lazyRouteComponent(() => import('./payment-screen.tsx')),
  }),
]
