export { routes } from './discrepancy-routes.ts'
export {
  type Contradiction,
  type DiscrepancyKind,
  findMispaid,
  openDiscrepancies,
} from './open-discrepancies.ts'
export {
  type DiscrepancyRow,
  type SettleCollection,
  type Settlement,
  settleDiscrepancy,
} from './settle-discrepancies.ts'
