import type { Transaction } from '../database/database.ts'
import type { World } from '../world/world.ts'
import type { PrivacyRequestRow } from './privacy-request-row.ts'

/** Whoever writes the file ends the request; should that be lost, it is looked for again. */
const againMs = 3_600_000

/** What is kept of somebody is written as all of a merchant is. */
export async function askForFile(tx: Transaction, world: World, request: PrivacyRequestRow): Promise<void> {
  const now = world.clock.now()
  await tx`
    insert into data_exports (id, merchant_id, environment, privacy_request_id, status, due_at, asked_by, created_at)
    values (${world.newId()}, ${request.merchant_id}, ${request.environment}, ${request.id}, 'PREPARING', ${now},
      ${request.asked_by}, ${now})
    on conflict do nothing`
  await tx`
    update privacy_requests set due_at = ${new Date(now.getTime() + againMs)} where id = ${request.id}`
}
