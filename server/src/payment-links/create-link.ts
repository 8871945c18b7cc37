import { type Environment, orderedMethods } from '@malipo/contract'
import type { Transaction } from '../database/database.ts'
import { joinMetadata, type Metadata } from '../metadata/metadata.ts'
import { instantFrom } from '../primitives/instant.ts'
import { minorFromText } from '../primitives/money.ts'
import { invalid } from '../primitives/refusal.ts'
import { newToken } from '../primitives/token.ts'
import type { Registry } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import { type LinkMethod, type LinkRow, linkColumns } from './link-row.ts'

/** What a merchant says of a new link. */
export type LinkWish = {
  amount: string | null
  min_amount?: string | undefined
  max_amount?: string | undefined
  currency?: string | undefined
  description?: string | undefined
  metadata?: Metadata | undefined
  methods?: LinkMethod[] | undefined
  single_use?: boolean | undefined
  expires_at?: string | undefined
}

export type LinkOwner = { merchantId: string; environment: Environment }

/** The row that a wish becomes, if it can be paid at all. An invoice's link names it. */
export function draftLink(
  world: World,
  registry: Registry,
  { merchantId, environment }: LinkOwner,
  wish: LinkWish,
  invoiceId: string | null = null,
): LinkRow {
  const now = world.clock.now()
  const limits = amountsOf(wish)
  const currency = wish.currency ?? 'TZS'
  const methods = wish.methods ?? [...orderedMethods]
  registry.refuseUncarriable({ environment, merchantId, currency })
  for (const amount of Object.values(limits)) {
    if (amount !== null) registry.refuseUncarriable({ environment, merchantId, amount, currency })
  }
  return {
    id: world.newId(),
    merchant_id: merchantId,
    environment,
    token: newToken(),
    ...limits,
    currency,
    description: wish.description ?? null,
    metadata: joinMetadata(wish.metadata),
    is_closed: false,
    is_over: false,
    methods,
    single_use: wish.single_use ?? false,
    expires_at: wish.expires_at === undefined ? null : endFrom(wish.expires_at, now),
    invoice_id: invoiceId,
    paid_count: 0,
    paid_amount: 0n,
    paid_summed: 0,
    paid_by: null,
    created_at: now,
    updated_at: now,
  }
}

/** What nobody could ever pay is no end but a mistake. */
export function endFrom(text: string, now: Date): Date {
  const end = instantFrom(text)
  if (end === null || end <= now) throw invalid({ field: 'expires_at', problem: 'must be in the future' })
  return end
}

function amountsOf({ amount, min_amount, max_amount }: LinkWish) {
  const [least, most] = [minorOf(min_amount), minorOf(max_amount)]
  if (amount !== null) {
    const surplus = ['min_amount', 'max_amount'].filter((_, place) => [least, most][place] !== null)
    if (surplus.length > 0) {
      throw invalid(...surplus.map((field) => ({ field, problem: 'is only for links whose amount is null' })))
    }
  }
  if (least !== null && most !== null && least > most)
    throw invalid({ field: 'max_amount', problem: 'must not be less than min_amount' })
  return { amount: minorOf(amount ?? undefined), min_amount: least, max_amount: most }
}

function minorOf(text: string | undefined): bigint | null {
  return text === undefined ? null : minorFromText(text)
}

export async function insertLinks(tx: Transaction, links: LinkRow[]): Promise<void> {
  const rows = links.map((link) => ({
    ...link,
    amount: link.amount?.toString() ?? null,
    min_amount: link.min_amount?.toString() ?? null,
    max_amount: link.max_amount?.toString() ?? null,
    paid_amount: link.paid_amount.toString(),
  }))
  await tx`
    insert into payment_links (${linkColumns})
    select ${linkColumns} from json_populate_recordset(null::payment_links, ${JSON.stringify(rows)}::json)`
}
