import { setTimeout as sleep } from 'node:timers/promises'
import type { Operation } from '@malipo/contract'
import type { RequestMark } from '../http/http.ts'
import { joinMetadata } from '../metadata/metadata.ts'
import { invalid, Refusal } from '../primitives/refusal.ts'
import type { Registry } from '../providers/providers.ts'
import type { RiskRules } from '../risk/risk.ts'
import type { World } from '../world/world.ts'
import { type Attachment, type AttachmentChecks, checkCustomer } from './attachments.ts'
import { claimUnsent } from './chase-collections.ts'
import type { Resolve } from './collection-resolver.ts'
import type { CollectionRow } from './collection-row.ts'
import { type Draft, draftCollection, sentAtOnce } from './draft-collection.ts'
import { askerOf } from './note-asked.ts'
import type { Payee } from './payee.ts'
import { collectionRequester, findRequested, type Requested } from './request-collections.ts'
import { sendCollection } from './send-collections.ts'

export type Collecting = {
  world: World
  registry: Registry
  resolve: Resolve
  checks: AttachmentChecks
  riskRules: Pick<RiskRules, 'known' | 'ready'>
  /** Whether this process sends what it takes in, or leaves it to workers. */
  sendsItself: boolean
  onError: (error: unknown) => void
}

/** A request of either family, as far as it matters here. */
export type CollectCall = {
  caller: Payee
  requestId?: string
  mark(): RequestMark
  replayed(): void
  /** Whether the answer can do without the code: a page shows it when it is there. */
  codeMayFollow?: boolean
}

export type Collect = (call: CollectCall, operation: Operation, draft: Draft) => Promise<CollectionRow>

/**
 * Takes a payment order in: rules, then the one commit, then the answer. A push is sent after the answer; a code
 * is the answer, so it is asked for first, and whoever repeats the request asks for the same one. Where it may follow, it is
 * sent as a push is.
 */
export function createCollect(options: Collecting): { collect: Collect; sendings: Set<Promise<unknown>> } {
  const { world, registry } = options
  const request = collectionRequester(world, options.checks.holdDrafts)
  const sendings = new Set<Promise<unknown>>()
  const codes = new Map<string, Promise<CollectionRow>>()

  async function collect(call: CollectCall, operation: Operation, draft: Draft): Promise<CollectionRow> {
    const awaitsCode = draft.method === 'DYNAMIC_QR' && call.codeMayFollow !== true
    const isOurs = draft.method !== null && (awaitsCode || options.sendsItself || playsAtOnce(call, draft))
    const mark = call.mark()
    const { collection, replayed } = await takeIn(mark, async () => {
      await registry.ready()
      await options.riskRules.ready()
      const wished = draftCollection(world, registry, call.caller, draft)
      // Without room on the way to the provider, a push is left to the workers, who send it as soon as there is some.
      const sendsNow = isOurs && registry.hasRoom(wished, 'collect')
      if (awaitsCode && !sendsNow) throw new Refusal('provider_error', { message: noRoom })
      const rules = options.riskRules.known().atRequest('collections', wished.merchant_id)
      const attached = await withAttachments(options, sendsNow ? sentAtOnce(wished) : wished)
      const asker = askerOf(call.caller, call.requestId)
      return await request({ mark, status: operation.status, rules, asker, ...attached })
    })
    if (replayed) call.replayed()
    if (awaitsCode) return await codeOf(collection, call.caller, replayed)
    if (replayed || collection.attempts === 0) return collection
    if (playsAtOnce(call, draft)) return await send(options, collection, call.caller)
    sendInTheBackground(collection, call.caller)
    return collection
  }

  /** What was accepted once is answered again, even if by now it would be refused. */
  async function takeIn(mark: RequestMark, work: () => Promise<Requested>): Promise<Requested> {
    try {
      return await work()
    } catch (error) {
      const earlier = error instanceof Refusal ? await findRequested(world.sql, mark) : null
      if (earlier) return earlier
      throw error
    }
  }

  /** Equal requests that arrive together ask once. */
  async function codeOf(collection: CollectionRow, caller: Payee, replayed: boolean): Promise<CollectionRow> {
    const asked = codes.get(collection.id) ?? withCode(options, collection, caller, replayed)
    codes.set(collection.id, asked)
    return await asked.finally(() => codes.delete(collection.id))
  }

  function sendInTheBackground(collection: CollectionRow, caller: Payee): void {
    const sending = send(options, collection, caller)
      .catch(options.onError)
      .finally(() => sendings.delete(sending))
    sendings.add(sending)
  }

  return { collect, sendings }
}

/** What a payer asks for in the sandbox has ended when it is answered. */
function playsAtOnce({ caller }: CollectCall, { public_token: token }: Draft): boolean {
  return caller.environment === 'sandbox' && typeof token === 'string'
}

const noRoom =
  'The provider does not answer just now, so there is no code. Nothing was made; retry in a minute.'

/** The collection with all that it is for, if it may be. Who is for nothing is not asked about. */
async function withAttachments(
  { world, checks }: Collecting,
  collection: CollectionRow,
): Promise<{ collection: CollectionRow; draft: Attachment | null }> {
  const { merchant_id: merchantId, environment, method, amount, currency } = collection
  const { customer_id: customer, payment_link_id: link, invoice_id: named } = collection
  if (customer !== null) await checkCustomer(world.sql, { id: customer, merchantId, environment })
  if (method === null) return { collection, draft: null }
  const about = { merchantId, environment, method, amount, currency }
  const ofLink = link === null ? nothing : await checks.paymentLink({ ...about, id: link })
  const { invoiceId } = ofLink
  if (invoiceId !== null && named !== null && invoiceId !== named) throw otherInvoice
  const invoice = named ?? invoiceId
  const paid = invoice === null ? null : { ...about, id: invoice }
  const ofInvoice = paid === null ? nothing : await checks.invoice(paid)
  const metadata = joinMetadata(collection.metadata, ofLink.metadata, ofInvoice.metadata)
  return {
    collection: { ...collection, invoice_id: invoice, metadata },
    draft: ofInvoice.isDraft ? paid : null,
  }
}

const nothing = { invoiceId: null, metadata: null, isDraft: false }

const otherInvoice = invalid({
  field: 'invoice_id',
  problem: 'must be the invoice of the payment link, or be left out',
})

/**
 * A repeated request asks for the code again only while there is something to pay, and only a provider that takes the
 * same reference twice for one payment, and that nobody has stopped.
 */
async function withCode(
  options: Collecting,
  collection: CollectionRow,
  caller: Payee,
  replayed: boolean,
): Promise<CollectionRow> {
  if (collection.qr_payload !== null) return collection
  const { registry } = options
  const mayRepeat =
    registry.providerOf(collection).can.knowsRepeats && registry.hasRoom(collection, 'collect')
  const { status, qr_expires_at: expiresAt } = collection
  const isOver = expiresAt !== null && expiresAt <= options.world.clock.now()
  const mayAsk = status === 'processing' && !isOver && (!replayed || mayRepeat)
  const after = mayAsk ? await sendForCode(options, collection, caller, !replayed) : collection
  const hasEnded = after.public_token !== null && after.status !== 'processing'
  if (after.qr_payload !== null || hasEnded) return after
  throw new Refusal('provider_error', {
    message: 'The provider gave no code. Read the collection to see what became of it, or collect anew.',
    details: { collection_id: after.id, status: after.status },
  })
}

/** Somebody waits for the code: where one provider refuses the order, the next of the list is asked at once. */
async function sendForCode(
  options: Collecting,
  collection: CollectionRow,
  caller: Payee,
  isFirst: boolean,
): Promise<CollectionRow> {
  const { world, registry } = options
  const after = await send(options, collection, caller, isFirst)
  const isPassedOn = after.provider_reference !== collection.provider_reference
  if (!isPassedOn || after.status !== 'processing') return after
  const claimed = registry.hasRoom(after, 'collect') ? await claimUnsent(world, after) : null
  return claimed ? await sendForCode(options, claimed, caller, true) : await awaitCode(world, after)
}

/** How long a worker that was faster may take to ask for the code, and how often we look. */
const [patienceMs, lookEveryMs] = [10_000, 100]

async function awaitCode(world: World, collection: CollectionRow): Promise<CollectionRow> {
  let found = collection
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += lookEveryMs) {
    await (world.pause ?? sleep)(lookEveryMs)
    const [row] = await world.sql<CollectionRow[]>`select * from collections where id = ${collection.id}`
    found = row ?? found
    if (found.qr_payload !== null || found.status !== 'processing') break
  }
  return found
}

async function send(
  { world, registry, resolve }: Collecting,
  collection: CollectionRow,
  caller: Payee,
  isFirst = true,
) {
  return await sendCollection(world, registry, resolve, collection, caller.merchant.name, { isFirst })
}
