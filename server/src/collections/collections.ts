export { type AttachmentChecks, nothingToAttach } from './attachments.ts'
export { chaseCollections } from './chase-collections.ts'
export { type Collect, createCollect } from './collect.ts'
export { collectionBirths, collectionLifecycle, legalSteps } from './collection-lifecycle.ts'
export { collectionResolver, type Resolve } from './collection-resolver.ts'
export { collectingRoutes } from './collection-routes.ts'
export type { CollectionRow } from './collection-row.ts'
export { sumUpCounts } from './count-collections.ts'
export { decideClearance } from './decide-clearance.ts'
export { findHistory, listCollections } from './find-collections.ts'
export { collectionCallbacks } from './hear-callbacks.ts'
export {
  type Decider,
  type DiscrepancyRow,
  settleDiscrepancy,
  showDiscrepancy,
} from './settle-discrepancies.ts'
export { showCollection } from './show-collection.ts'
export { statusRoutes } from './status-routes.ts'
