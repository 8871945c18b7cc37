export { checkRoute } from './check-route.ts'
export { configRoutes } from './config-routes.ts'
export { tellSwitchedOff } from './tell-switched-off.ts'
export { testRoute } from './test-route.ts'
