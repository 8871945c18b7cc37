export { clearanceRoutes } from './clearance-routes.ts'
export { decideClearance } from './decide-clearance.ts'
