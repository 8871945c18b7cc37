import { type ChangedBy, createApiKeys } from '../api-keys/api-keys.ts'
import { type AuditEntry, recordAudit } from '../audit/audit.ts'
import { createPerson, findAccountOfAddress, takeOverAccount } from '../auth/auth.ts'
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
  takesOver?: boolean | undefined
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

export type PersonWish = {
  email: string
  password?: string | undefined
  name: string
  /** Takes the account from whoever signed up with this address. */
  takesOver?: boolean | undefined
}

/**
 * Whom the operator means by an address. Anybody can sign up with anybody's, so an account that its holder began is given
 * something only when the address is proven, or when the operator takes it over.
 */
export async function findOrCreatePerson(tx: Transaction, world: World, wish: PersonWish): Promise<string> {
  const { email, password, name } = wish
  const now = world.clock.now()
  const account = await findAccountOfAddress(tx, email)
  if (account?.isProven || account?.isVouched) {
    if (wish.takesOver) throw new StartRefused(`${email} keeps their password: leave --take-over out.`)
    return account.id
  }
  if (account) return await takeOver(tx, world, account.id, wish)
  if (password === undefined)
    throw new StartRefused(`${email} is new here: give a --password of 8 characters or more.`)
  const id = await createPerson(tx, { email, password, name, now }, world.newId)
  if (!id) throw new StartRefused(`${email} was created by somebody else just now. Run the command again.`)
  return id
}

async function takeOver(
  tx: Transaction,
  world: World,
  userId: string,
  { email, password, takesOver }: PersonWish,
): Promise<string> {
  if (!takesOver || password === undefined) {
    throw new StartRefused(
      `Somebody signed up as ${email} and has never proven that it is their address. Let them reset their password by mail ` +
        'first, or add --take-over and a --password: whoever began the account can then no longer use it.',
    )
  }
  await takeOverAccount(tx, { userId, password, now: world.clock.now() })
  recordAudit(tx, world.vault, [
    {
      at: world.clock.now(),
      ...byOperator,
      action: 'account.taken_over',
      subject: { kind: 'user', id: userId },
      merchantId: null,
      details: { email: email.toLowerCase() },
    },
  ])
  return userId
}
