import type { Transaction } from '../database/database.ts'
import { newWebhookSecret } from '../primitives/webhook-secret.ts'
import type { World } from '../world/world.ts'

/** Long enough to put the new secret everywhere it is needed. */
export const oldSignsForMs = 24 * 60 * 60 * 1000

/** Each of them signs every delivery. Before that many rotations nobody can still be in the middle of changing over. */
export const mostOldSecrets = 3

/**
 * Gives the merchant a new secret, and answers until when the old one signs beside it. Whoever calls it has locked the
 * configuration, so that no secret is lost between two rotations.
 */
export async function rotateSecret(
  tx: Transaction,
  world: World,
  merchantId: string,
  now: Date,
): Promise<Date> {
  const signsUntil = new Date(now.getTime() + oldSignsForMs)
  await tx`
    delete from retired_webhook_secrets
    where merchant_id = ${merchantId} and (signs_until <= ${now} or id not in (
      select id from retired_webhook_secrets where merchant_id = ${merchantId}
      order by signs_until desc, id desc limit ${mostOldSecrets - 1}))`
  await tx`
    insert into retired_webhook_secrets (id, merchant_id, secret_sealed, signs_until)
    select ${world.newId()}, id, webhook_secret_sealed, ${signsUntil} from merchants where id = ${merchantId}`
  const secret = newWebhookSecret()
  await tx`
    update merchants set webhook_secret_sealed = ${world.vault.seal(secret)} where id = ${merchantId}`
  return signsUntil
}
