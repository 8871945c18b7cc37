import { recordAudit } from '../audit/audit.ts'
import { findAccountOfAddress, type MerchantRow } from '../auth/auth.ts'
import type { Transaction } from '../database/database.ts'
import { inviteMembers, openMerchants, showMerchant } from '../merchants/merchants.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'

export type MerchantOrder = {
  name: string
  phone?: string
  owner_email: string
  verification_status?: MerchantRow['verification_status']
}

const ownMerchant =
  'Nobody verifies a merchant of their own. Create it as it is, and let somebody else verify it.'

/**
 * Opens a merchant for somebody else. A proven address owns it at once; any other is invited to, or whoever signed up
 * with a stranger's address first would get the merchant.
 */
export async function createMerchant(
  tx: Transaction,
  world: World,
  by: { adminId: string; requestId: string },
  order: MerchantOrder,
) {
  const account = await findAccountOfAddress(tx, order.owner_email)
  if (account?.id === by.adminId && order.verification_status === 'verified')
    throw new Refusal('forbidden', { message: ownMerchant })
  const ownerId = account?.isProven ? account.id : null
  const [merchant] = await openMerchants(tx, world, [
    {
      name: order.name,
      phone: order.phone,
      ownerId,
      verificationStatus: order.verification_status ?? 'unverified',
    },
  ])
  if (!merchant) throw new Error('No merchant was opened.')
  const invitations = ownerId
    ? []
    : await inviteMembers(tx, world, [
        {
          merchantId: merchant.id,
          merchantName: merchant.name,
          email: order.owner_email,
          role: 'owner',
          invitedBy: by.adminId,
        },
      ])
  recordAudit(tx, world.vault, [
    {
      at: world.clock.now(),
      actor: { kind: 'super_admin', id: by.adminId },
      action: 'merchant.created',
      subject: { kind: 'merchant', id: merchant.id },
      merchantId: merchant.id,
      details: { name: merchant.name, verification_status: merchant.verification_status },
      requestId: by.requestId,
    },
  ])
  return {
    ...showMerchant(merchant),
    owner_email: order.owner_email.toLowerCase(),
    owner_status: ownerId ? ('active' as const) : ('invited' as const),
    accept_url: invitations[0]?.linkToHandOver ?? null,
  }
}
