import type { Database, Transaction } from '../database/database.ts'
import { idOfReference } from '../primitives/reference.ts'
import type { Listed, Outcome } from '../providers/providers.ts'
import type { About } from './reconciliation-row.ts'

/** What the provider has of a reference, in our words. */
export type Line = {
  /** Its number in the statement, or its place in the list. */
  line: number
  about: About
  reference: string
  state: 'paid' | 'failed' | 'reversed' | 'open'
  amount: bigint | null
  currency: string | null
  at: Date | null
}

/** What references of ours begin with, by what they are about. */
export type Prefixes = Record<About, string>

/** Few enough to be held in memory however many there are, many enough to share a commit. */
export const linesAtOnce = 2_000

/** Writes lines beside those that are staged already. The same line twice is one, so that a batch may be written again. */
export async function stageLines(
  sql: Database | Transaction,
  { id, at, prefixes }: { id: string; at: Date; prefixes: Prefixes },
  lines: Line[],
): Promise<void> {
  if (lines.length === 0) return
  await sql`
    insert into reconciliation_lines (reconciliation_id, line, about, reference, subject_id, state, amount, currency, at, staged_at)
    select ${id}, line, about, reference, subject_id, state, amount, currency, at, ${at}
    from unnest(${lines.map(({ line }) => line)}::integer[], ${lines.map(({ about }) => about)}::text[],
      ${lines.map(({ reference }) => reference)}::text[],
      ${lines.map(({ about, reference }) => idOfReference(prefixes[about], reference))}::uuid[],
      ${lines.map(({ state }) => state)}::text[], ${lines.map(({ amount }) => amount)}::bigint[],
      ${lines.map(({ currency }) => currency)}::text[], ${lines.map(({ at: moment }) => moment)}::timestamptz[])
      as staged (line, about, reference, subject_id, state, amount, currency, at)
    on conflict do nothing`
}

/** A line of a list in the words of a statement. */
export function lineOf({ about, reference, outcome, at }: Listed, line: number): Line {
  const paid = outcome.kind === 'succeeded' ? outcome.paid : undefined
  return {
    line,
    about,
    reference,
    at,
    state: stateOf[outcome.kind],
    amount: paid?.amount ?? null,
    currency: paid?.currency ?? null,
  }
}

const stateOf: Record<Outcome['kind'], Line['state']> = {
  succeeded: 'paid',
  failed: 'failed',
  reversed: 'reversed',
  pending: 'open',
  unknown: 'open',
}
