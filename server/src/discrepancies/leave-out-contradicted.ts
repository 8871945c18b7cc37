import type { Transaction } from '../database/database.ts'
import { leaveOutPeople } from '../primitives/leave-out-people.ts'

type Contradicted = { collection_id: string | null; withdrawal_id: string | null }
type Named = { names: (string | null)[]; numbers: (string | null)[]; emails: (string | null)[] }

/** What somebody writes about a contradiction, without whoever paid or was paid: it goes into the audit log, which is kept for ever. */
export async function leaveOutContradicted<Text extends string | null>(
  tx: Transaction,
  { collection_id: collectionId, withdrawal_id: withdrawalId }: Contradicted,
  text: Text,
): Promise<Text> {
  if (text === null) return text
  const found = await tx<Named[]>`
    select array[customer_name, payer_name] as names, array[customer_phone] as numbers, array[customer_email] as emails
    from collections where id = ${collectionId}
    union all
    select array[destination_name, bank_account_name, name_check ->> 'registered_name'], array[destination_identifier], '{}'
    from withdrawals where id = ${withdrawalId}`
  return leaveOutPeople(text, {
    names: found.flatMap(({ names }) => names),
    numbers: found.flatMap(({ numbers }) => numbers),
    emails: found.flatMap(({ emails }) => emails),
  })
}
