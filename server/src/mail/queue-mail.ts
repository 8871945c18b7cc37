import type { Database, Transaction } from '../database/database.ts'
import type { Clock } from '../primitives/clock.ts'
import type { NewId } from '../primitives/id.ts'
import type { Vault } from '../primitives/seal.ts'

export type Mail = { to: string; subject: string; text: string }

/** Puts mail into the same transaction as its cause: an invitation that was not made is not mailed either. */
export async function queueMail(
  tx: Transaction | Database,
  world: { clock: Clock; newId: NewId; vault: Vault },
  mails: Mail[],
): Promise<void> {
  const now = world.clock.now()
  for (const mail of mails) {
    await tx`
      insert into mails (id, recipient, subject, body_sealed, next_attempt_at, created_at)
      values (${world.newId()}, ${mail.to}, ${mail.subject}, ${world.vault.seal(mail.text)}, ${now}, ${now})`
  }
}
