export { routes } from './notification-routes.ts'
export { type Notice, notify } from './notify.ts'
