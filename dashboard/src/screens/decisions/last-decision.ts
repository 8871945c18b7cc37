import type { WithdrawalDossier } from '@malipo/sdk'

/** Who decided last, and when; undefined while nobody has. */
export function lastDecision(history: WithdrawalDossier['history']): { by: string; at: string } | undefined {
  const step = history.findLast(({ by, source }) => by !== null && source === 'super_admin')
  return step && step.by !== null ? { by: step.by, at: step.at } : undefined
}
