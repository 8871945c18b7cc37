type Step = { by: string | null; source: string; at: string }

/** Who decided last, and when; undefined while nobody has. */
export function lastDecision(history: readonly Step[]): { by: string; at: string } | undefined {
  const step = history.findLast(({ by, source }) => by !== null && source === 'super_admin')
  return step && step.by !== null ? { by: step.by, at: step.at } : undefined
}
