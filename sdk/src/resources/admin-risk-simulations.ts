// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { RiskSimulation } from './admin-records.ts'

export interface AdminRiskSimulationsCalls {
  /** Read what a rule would have done. Kept for 30 days. */
  get(simulation_id: string, options?: CallOptions): Promise<RiskSimulation>
}

export const adminRiskSimulationsLines = {
  get: 'GET /v1/admin/risk-simulations/{simulation_id}',
} as const
