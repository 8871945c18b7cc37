export { endWithParent, supervise } from './supervise.ts'
export { underSupervision } from './under-supervision.ts'
