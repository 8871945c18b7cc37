import { differences } from '../../figures/figures.ts'
import { type Check, type Found, firstOf } from './check.ts'

export const dayChecks: Check[] = [
  {
    check: 'what is counted by the day equals the collections that ended on it, and their fees',
    // While a recount is due an older version may have moved what nobody counted.
    look: (tx) =>
      firstOf(tx<Found>`
        select 'merchant ' || merchant_id || ' has ' || many || ' more ' || environment || ' collections (' || amount || ', fees '
          || fees || ') on ' || day || ' than are counted: ' || status || ' ' || method || ' ' || network || ' '
          || failure_code as found
        from (${differences(tx)}) differences
        where not exists (select from collection_day_recounts where cardinality(due) > 0)
        limit 1`),
  },
]
