import type { RiskListEntry } from '@malipo/contract'
import type { Static } from 'typebox'
import { type AuditAction, recordAudit } from '../audit/audit.ts'
import { type Decider, refuseMembers, refuseOwnMoney } from '../auth/auth.ts'
import type { Transaction } from '../database/database.ts'
import { leaveOutPeople } from '../primitives/leave-out-people.ts'
import { invalid, Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'
import { plainNumber } from './payment.ts'

export type EntryRow = {
  id: string
  list: string
  value: string
  note: string | null
  added_by: string
  added_at: Date
}

export function showEntry(row: EntryRow): Static<typeof RiskListEntry> {
  return { ...row, added_at: row.added_at.toISOString() }
}

type Named = { list: string; value: string }

function placeOf({ list, value }: Named): Named {
  const problems = []
  if (!/^[a-z0-9-]{1,40}$/.test(list)) {
    problems.push({ field: 'list', problem: 'must be 1 to 40 small letters, digits or hyphens' })
  }
  if (!/^\+?[0-9A-Za-z-]{4,34}$/.test(value)) {
    problems.push({ field: 'value', problem: 'must be a phone number or an account number' })
  }
  if (problems.length > 0) throw invalid(...problems)
  return { list, value: plainNumber(value) }
}

/** The audit log names the entry by its id, and not by the number: that is gone when the entry is. */
export async function putOnList(
  tx: Transaction,
  world: World,
  by: Decider,
  named: Named,
  note: string | null,
): Promise<Static<typeof RiskListEntry>> {
  const { list, value } = placeOf(named)
  // The audit log keeps what a list is called, and a rule that asks for it keeps it, too.
  if (/[0-9]{6}/.test(list.replaceAll('-', ''))) {
    throw invalid({ field: 'list', problem: 'must not hold a number of six digits or more' })
  }
  await refuseInterested(tx, world, by)
  const said = leaveOutPeople(note, { numbers: [value] })
  const [row] = await tx<EntryRow[]>`
    insert into risk_list_entries (id, list, value, note, added_by, added_at)
    values (${world.newId()}, ${list}, ${value}, ${said}, ${by.adminId}, ${world.clock.now()})
    on conflict (value, list) do update set note = excluded.note
    returning id, list, value, note, added_by, added_at`
  if (!row) throw new Error('Nothing was put on the list.')
  audit(tx, world, by, 'risk_list.put', row)
  return showEntry(row)
}

export async function takeOffList(tx: Transaction, world: World, by: Decider, named: Named) {
  const { list, value } = placeOf(named)
  await refuseInterested(tx, world, by)
  const [row] = await tx<Pick<EntryRow, 'id' | 'list'>[]>`
    delete from risk_list_entries where list = ${list} and value = ${value} returning id, list`
  if (!row) throw new Refusal('not_found')
  audit(tx, world, by, 'risk_list.taken_off', row)
  return { list, removed: true as const }
}

/** It is no merchant's, and changes what becomes of everybody's money: whoever does it has a second factor, and no merchant. */
async function refuseInterested(tx: Transaction, world: World, by: Decider): Promise<void> {
  await refuseOwnMoney(tx, world, by, { merchant_id: null, api_key_id: null, created_at: world.clock.now() })
  await refuseMembers(tx, by)
}

function audit(
  tx: Transaction,
  { vault, clock }: World,
  by: Decider,
  action: AuditAction,
  { id, list }: Pick<EntryRow, 'id' | 'list'>,
): void {
  recordAudit(tx, vault, [
    {
      at: clock.now(),
      actor: { kind: 'super_admin', id: by.adminId },
      action,
      subject: { kind: 'risk_list_entry', id },
      merchantId: null,
      details: { list },
      requestId: by.requestId,
    },
  ])
}
