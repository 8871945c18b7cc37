import type pg from 'pg'

/** The name of what says where an open partition is going to end. */
export const endConstraint = 'ends_before'

/**
 * A process that dies while it gives a partition its end leaves the end behind, and where no worker has come by for a whole span,
 * time reaches it. Whoever is refused by it takes it away, so that the next one gets in; the partition is open again.
 */
export async function liftLeftEnd(pool: pg.Pool, error: unknown): Promise<never> {
  const { schema, table } = error as { schema?: string; table?: string }
  if (isLeftEnd(error) && schema !== undefined && table !== undefined)
    await pool
      .query(`alter table "${schema}"."${table}" drop constraint if exists ${endConstraint}`)
      .catch(() => {})
  throw error
}

export function isLeftEnd(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === endConstraint
}
