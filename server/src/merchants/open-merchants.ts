import { addMembers, type MerchantRow } from '../auth/auth.ts'
import type { Transaction } from '../database/database.ts'
import { canonicalPhone } from '../primitives/phone.ts'
import { newWebhookSecret } from '../primitives/webhook-secret.ts'
import type { World } from '../world/world.ts'

export type NewMerchant = {
  name: string
  phone?: string | undefined
  /** Null when the owner is still to be invited. */
  ownerId: string | null
  verificationStatus: MerchantRow['verification_status']
}

export type OpenedMerchant = MerchantRow & { webhookSecret: string }

/** Opens merchants. Each has its webhook secret from birth, so that callbacks can be signed before anything is set up. */
export async function openMerchants(
  tx: Transaction,
  world: World,
  merchants: NewMerchant[],
): Promise<OpenedMerchant[]> {
  const now = world.clock.now()
  const opened: OpenedMerchant[] = []
  for (const merchant of merchants) {
    const webhookSecret = newWebhookSecret()
    const [row] = await tx<MerchantRow[]>`
      insert into merchants (id, name, phone, verification_status, is_active, webhook_secret_sealed, created_at, updated_at)
      values (${world.newId()}, ${merchant.name.trim()}, ${merchant.phone ? canonicalPhone(merchant.phone) : null},
        ${merchant.verificationStatus}, true, ${world.vault.seal(webhookSecret)}, ${now}, ${now})
      returning id, name, phone, verification_status, is_active, created_at, updated_at`
    if (!row) throw new Error('The merchant was not written.')
    if (merchant.ownerId !== null) {
      await addMembers(tx, [
        { id: world.newId(), merchantId: row.id, userId: merchant.ownerId, role: 'owner', createdAt: now },
      ])
    }
    opened.push({ ...row, webhookSecret })
  }
  return opened
}
