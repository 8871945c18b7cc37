import { createHash } from 'node:crypto'
import type { BookRow, Standing } from '../ledger/ledger.ts'
import { textFromMinor } from '../primitives/money.ts'
import type { StatementRow } from './statement-row.ts'

type Head = Pick<StatementRow, 'merchant_id' | 'environment' | 'currency' | 'from_day' | 'to_day'>

/**
 * What is hashed of a statement: a line for its beginning, one for each row, one for its end. Only what never changes, and nothing that two
 * programs could spell in two ways. docs/guides/statements.md tells it to those who check it; `version` is for the day on which it changes.
 */
const version = 'malipo-statement-1'

export function hashStatement(head: Head, opening: Standing) {
  const hash = createHash('sha256')
  let count = 0
  const { merchant_id, environment, currency, from_day, to_day } = head
  hash.update(lineOf([version, merchant_id, environment, currency, from_day, to_day, ...balances(opening)]))
  return {
    add(rows: readonly BookRow[]): void {
      count += rows.length
      hash.update(rows.map(lineOfRow).join(''))
    },
    end(closing: Standing): string {
      return hash.update(lineOf(['end', String(count), ...balances(closing)])).digest('hex')
    },
  }
}

function lineOfRow(row: BookRow): string {
  return lineOf([
    String(row.seq),
    row.id,
    row.created_at.toISOString(),
    row.type,
    row.direction,
    textFromMinor(row.amount),
    textFromMinor(row.balance_after),
    row.collection_id ?? '',
    row.withdrawal_id ?? '',
    // The one field that merchants write: spelt so that it is one word on one line.
    encodeURIComponent(row.reference ?? ''),
  ])
}

function balances({ available, reserved, held }: Standing): string[] {
  return [available, reserved, held].map(textFromMinor)
}

function lineOf(words: string[]): string {
  return `${words.join(' ')}\n`
}
