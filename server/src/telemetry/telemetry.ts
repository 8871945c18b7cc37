export { createLog, type Log, type LogLevel } from './log.ts'
export { measureDeliveries } from './measure-deliveries.ts'
export { measureLanes } from './measure-lanes.ts'
export { createMetrics, type Metrics } from './metrics.ts'
