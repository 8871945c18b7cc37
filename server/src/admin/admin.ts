export { adminRoutes } from './admin-routes.ts'
export { clearanceRoutes } from './clearance-routes.ts'
