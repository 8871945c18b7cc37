/** Of which every other withdrawal is a row. */
export const batchId = '00000000-0000-7000-8000-0000000ba7c4'

export const rowOfBatch = {
  batch_id: `case when n % 2 = 1 then '${batchId}'::uuid end`,
  batch_row: 'case when n % 2 = 1 then n end',
}

/** The oldest has the rows. */
export function batchRows(owned: Record<string, string>): Record<string, string> {
  return {
    ...owned,
    id: `case when n = 1 then '${batchId}'::uuid else id end`,
    ...{ name: `'Salaries'`, status: `'DONE'`, approve_rows: 'false', currency: `'TZS'`, row_count: '1' },
    ...{ amount_total: '100', charges_total: '0', content_hash: `repeat('0', 64)` },
    ...{ updated_at: 'at', completed_at: 'at' },
  }
}
