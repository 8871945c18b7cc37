import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { adminRoute } from '../../routes/admin-route.tsx'

export const booksRoutes = [
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/books',
    component: lazyRouteComponent(() => import('./books-screen.tsx')),
  }),
]
