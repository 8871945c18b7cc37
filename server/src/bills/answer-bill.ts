import type { Database, Transaction } from '../database/database.ts'
import type { BillAnswer, BillQuestion, Registry } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import { findNumber, payableOf } from './find-payable.ts'
import { judgeBill } from './judge-bill.ts'

/** Tells a provider whether it should take money for a number. Nothing is written, and nobody is waited for. */
export async function answerBill(
  sql: Database | Transaction,
  { clock, registry }: Pick<World, 'clock'> & { registry: Registry },
  question: BillQuestion,
): Promise<BillAnswer> {
  const environment = registry.environmentOf(question)
  const found = await findNumber(sql, { ...question, environment })
  const payable = found && (await payableOf(sql, found))
  return { kind: judgeBill(payable, question, clock.now()) }
}
