import type { Database, Fragment, Transaction } from '../database/database.ts'

/**
 * The ids of a collection's tries, as a list in a statement, with their numbers. The first has the id of its collection, and only later ones are in an index by
 * collection: whoever looks for all of them by their collection reads every try that there ever was. They are in parts by their own ids, and those from before the collection have none of it.
 */
export function triesOf(sql: Database | Transaction, collectionId: Fragment): Fragment {
  return sql`(select ${collectionId} as id, 1 as number union all
    select later.id, later.number from collection_tries later where later.collection_id = ${collectionId} and later.number > 1
      and later.id >= a_day_before(${collectionId}))`
}
