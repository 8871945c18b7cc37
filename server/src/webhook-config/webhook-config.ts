export { checkRoute } from './check-endpoint.ts'
export { configRoutes } from './config-routes.ts'
export { testRoute } from './send-sample.ts'
export { tellSwitchedOff } from './tell-switched-off.ts'
