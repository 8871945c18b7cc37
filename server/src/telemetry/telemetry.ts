export { createLog, type Log, type LogLevel } from './log.ts'
export { createMetrics, type Metrics } from './metrics.ts'
