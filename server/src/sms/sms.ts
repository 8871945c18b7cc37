import { type Database, deleteOld, type Transaction } from '../database/database.ts'
import { type Clock, daysBefore, keptDays } from '../primitives/clock.ts'
import type { NewId } from '../primitives/id.ts'
import type { Vault } from '../primitives/seal.ts'
import type { World } from '../world/world.ts'
import type { Gateway, Taken, Text } from './gateway.ts'

export { type AfricasTalkingSettings, africasTalking } from './africas-talking.ts'
export type { Gateway, Text } from './gateway.ts'

/** Puts text messages into the same transaction as their cause: what was not done is not told either. */
export async function queueTexts(
  tx: Transaction | Database,
  world: { clock: Clock; newId: NewId; vault: Vault },
  texts: Text[],
): Promise<void> {
  const now = world.clock.now()
  for (const { to, text } of texts) {
    await tx`
      insert into text_messages (id, recipient, body_sealed, next_attempt_at, created_at)
      values (${world.newId()}, ${to}, ${world.vault.seal(text)}, ${now}, ${now})`
  }
}

/** Waits after each failed attempt; after the last the message is left with its error for the operator to see. */
const retryDelaysMs = [30_000, 120_000, 600_000, 3_600_000, 6 * 3_600_000, 24 * 3_600_000]

/** Longer than a gateway may take to answer, short enough that a killed sender's message is not late for long. */
const leaseMs = 60_000

type Owed = { id: string; recipient: string; body_sealed: Buffer; attempts: number }

/** Sends what is owed. Returns how many messages were tried. */
export async function sendOwedTexts(world: World, gateway: Gateway): Promise<number> {
  const now = world.clock.now()
  // As many as one lease is long enough for, even when each of them takes as long as it may.
  const owed = await world.sql<Owed[]>`
    update text_messages set attempts = attempts + 1, next_attempt_at = ${new Date(now.getTime() + leaseMs)}
    where id in (select id from text_messages where next_attempt_at <= ${now} order by next_attempt_at limit 20
      for update skip locked)
    returning id, recipient, body_sealed, attempts`
  await Promise.all(owed.map((text) => attempt(world, gateway, text)))
  return owed.length
}

async function attempt(world: World, gateway: Gateway, text: Owed): Promise<void> {
  const answer = await gateway.send({ to: text.recipient, text: world.vault.open(text.body_sealed) })
  const now = world.clock.now()
  if (answer.kind === 'taken') {
    await world.sql`
      update text_messages set sent_at = ${now}, next_attempt_at = null, last_error = null,
        gateway_reference = ${answer.reference}
      where id = ${text.id}`
  } else {
    await world.sql`
      update text_messages set next_attempt_at = ${nextAttempt(answer, text.attempts, now)},
        last_error = ${answer.because.slice(0, 500)}
      where id = ${text.id}`
  }
}

function nextAttempt({ kind }: Taken, attempts: number, now: Date): Date | null {
  const delayMs = kind === 'refused' ? undefined : retryDelaysMs[attempts - 1]
  return delayMs === undefined ? null : new Date(now.getTime() + delayMs)
}

/** Without a gateway nothing is sent, and nothing waits to be. */
export function chores({ world, gateway }: { world: World; gateway: Gateway | null }) {
  if (gateway === null) return []
  return [
    { name: 'sms.send', everyMs: 2_000, work: () => sendOwedTexts(world, gateway) },
    { name: 'sms.forget', everyMs: 60_000, work: () => forget(world) },
  ]
}

/** Those that were sent, and those that were given up: whoever was to see why has had the same time for it. */
async function forget({ sql, clock }: World): Promise<void> {
  const before = daysBefore(clock.now(), keptDays)
  const givenUp = 'sent_at is null and next_attempt_at is null'
  await deleteOld(sql, { table: 'text_messages', column: 'sent_at' }, before)
  await deleteOld(sql, { table: 'text_messages', column: 'created_at', only: givenUp }, before)
}
