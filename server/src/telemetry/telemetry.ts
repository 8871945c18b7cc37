export { createLog, type Log, type LogLevel } from './log.ts'
export { measureDeliveries } from './measure-deliveries.ts'
export { createMetrics, type Metrics } from './metrics.ts'
