import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { merchantRoute } from '../../routes/inside-routes.tsx'
import { textsOf } from '../../routes/search-texts.ts'

export const invoiceFilters = ['status', 'from', 'to'] as const

export const invoicesRoutes = [
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/invoices',
    validateSearch: textsOf(invoiceFilters),
    component: lazyRouteComponent(() => import('./invoices-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/invoices/new',
    component: lazyRouteComponent(() => import('./new-invoice-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/invoices/$invoiceId',
    component: lazyRouteComponent(() => import('./invoice-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/invoices/$invoiceId/edit',
    component: lazyRouteComponent(() => import('./edit-invoice-screen.tsx')),
  }),
]
