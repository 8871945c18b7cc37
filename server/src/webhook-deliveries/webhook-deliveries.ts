export { deliveryRoutes } from './delivery-routes.ts'
export { forgetOldDeliveries } from './forget-old-deliveries.ts'
