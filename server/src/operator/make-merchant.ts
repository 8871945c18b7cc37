import { type ChangedBy, createApiKeys } from '../api-keys/api-keys.ts'
import { type AuditEntry, recordAudit } from '../audit/audit.ts'
import { createPerson, findUserIdByEmail } from '../auth/auth.ts'
import type { Transaction } from '../database/database.ts'
import { type Deposit, defaultCurrency, deposit } from '../ledger/ledger.ts'
import { openMerchants } from '../merchants/merchants.ts'
import { textFromMinor } from '../primitives/money.ts'
import { StartRefused } from '../primitives/start-refused.ts'
import type { World } from '../world/world.ts'

export type MerchantWish = {
  name: string
  email: string
  password?: string | undefined
  isVerified: boolean
  /** Opening deposits in minor units. */
  balance?: bigint | undefined
  sandboxBalance?: bigint | undefined
}

export type MadeMerchant = {
  merchant_id: string
  owner_email: string
  live_api_key: string
  sandbox_api_key: string
  webhook_secret: string
}

export const byOperator: ChangedBy = { actor: { kind: 'operator', id: null }, requestId: null }

/** A merchant with its owner and a key for each environment, ready to be used. */
export async function makeMerchant(tx: Transaction, world: World, wish: MerchantWish): Promise<MadeMerchant> {
  const ownerId = await findOrCreatePerson(tx, world, wish)
  const [merchant] = await openMerchants(tx, world, [
    { name: wish.name, ownerId, verificationStatus: wish.isVerified ? 'verified' : 'unverified' },
  ])
  if (!merchant) throw new Error('No merchant was opened.')
  const [live, sandbox] = await createApiKeys(tx, world, byOperator, [
    { merchantId: merchant.id, environment: 'live' },
    { merchantId: merchant.id, environment: 'sandbox' },
  ])
  const deposits = openingDeposits(merchant.id, wish)
  await deposit(tx, world, ...deposits)
  recordAudit(tx, world.vault, [
    {
      at: world.clock.now(),
      ...byOperator,
      action: 'merchant.created',
      subject: { kind: 'merchant', id: merchant.id },
      merchantId: merchant.id,
      details: { name: merchant.name, verification_status: merchant.verification_status },
    },
    ...deposits.map((one) => depositEntry(world, one)),
  ])
  return {
    merchant_id: merchant.id,
    owner_email: wish.email.toLowerCase(),
    live_api_key: live?.key ?? '',
    sandbox_api_key: sandbox?.key ?? '',
    webhook_secret: merchant.webhookSecret,
  }
}

function openingDeposits(merchantId: string, wish: MerchantWish): Deposit[] {
  const wished = [
    { environment: 'live', amount: wish.balance ?? 0n },
    { environment: 'sandbox', amount: wish.sandboxBalance ?? 0n },
  ] as const
  return wished
    .filter(({ amount }) => amount > 0n)
    .map(({ environment, amount }) => ({
      merchantId,
      environment,
      currency: defaultCurrency,
      amount,
      cause: `merchant:${merchantId}:opening:${environment}`,
      reference: null,
      description: 'Opening deposit',
    }))
}

function depositEntry(world: World, { merchantId, environment, currency, amount }: Deposit): AuditEntry {
  return {
    at: world.clock.now(),
    ...byOperator,
    action: 'balance.deposited',
    subject: { kind: 'merchant', id: merchantId },
    merchantId,
    details: { environment, currency, amount: textFromMinor(amount) },
  }
}

export async function findOrCreatePerson(
  tx: Transaction,
  world: World,
  { email, password, name }: { email: string; password?: string | undefined; name: string },
): Promise<string> {
  const known = await findUserIdByEmail(tx, email)
  if (known) return known
  if (password === undefined)
    throw new StartRefused(`${email} is new here: give a --password of 8 characters or more.`)
  const id = await createPerson(tx, { email, password, name, now: world.clock.now() }, world.newId)
  if (!id) throw new StartRefused(`${email} was created by somebody else just now. Run the command again.`)
  return id
}
