import { keepPartsInPlace, type Transaction } from '../database/database.ts'
import type { Vault } from '../primitives/seal.ts'
import type { World } from '../world/world.ts'
import { accountChecks } from './checks/account-checks.ts'
import { archiveChecks } from './checks/archive-checks.ts'
import { batchChecks } from './checks/batch-checks.ts'
import { billChecks } from './checks/bill-checks.ts'
import type { Check } from './checks/check.ts'
import { collectionChecks } from './checks/collection-checks.ts'
import { dayChecks } from './checks/day-checks.ts'
import { deliveryChecks } from './checks/delivery-checks.ts'
import { dueChecks } from './checks/due-checks.ts'
import { fiscalChecks } from './checks/fiscal-checks.ts'
import { floatChecks } from './checks/float-checks.ts'
import { historyChecks } from './checks/history-checks.ts'
import { invoiceChecks } from './checks/invoice-checks.ts'
import { ledgerChecks } from './checks/ledger-checks.ts'
import { referenceChecks } from './checks/reference-checks.ts'
import { refundChecks } from './checks/refund-checks.ts'
import { statementChecks } from './checks/statement-checks.ts'
import { withdrawalChecks } from './checks/withdrawal-checks.ts'
import { withdrawalHistoryChecks } from './checks/withdrawal-history-checks.ts'

export type Finding = { check: string; holds: boolean; details: string | null }

/** Everything that must hold, in the order in which it is told. */
export const checks: readonly Check[] = [
  ...accountChecks,
  ...ledgerChecks,
  ...collectionChecks,
  ...dayChecks,
  ...statementChecks,
  ...dueChecks,
  ...billChecks,
  ...historyChecks,
  ...referenceChecks,
  ...withdrawalChecks,
  ...refundChecks,
  ...withdrawalHistoryChecks,
  ...batchChecks,
  ...archiveChecks,
  ...floatChecks,
  ...invoiceChecks,
  ...fiscalChecks,
  ...deliveryChecks,
]

/**
 * Runs all checks on one snapshot, so that a service at work beside us cannot make them disagree. Unhurried, for a check of large
 * books reads them whole.
 */
export async function checkBooks(world: World): Promise<Finding[]> {
  return await world.sql.unhurried((patient) =>
    patient.begin('isolation level repeatable read read only', async (tx) => {
      await keepPartsInPlace(tx)
      return await runChecks(tx, world.vault)
    }),
  )
}

export async function runChecks(tx: Transaction, vault: Vault): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { check, look } of checks) {
    const details = await look(tx, vault)
    findings.push({ check, holds: details === null, details })
  }
  return findings
}
