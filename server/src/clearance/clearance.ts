export { routes } from './clearance-routes.ts'
export { decideClearance } from './decide-clearance.ts'
