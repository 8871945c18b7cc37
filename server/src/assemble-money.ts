import { operations } from '@malipo/contract'
import { hastenBatch } from './batches/batches.ts'
import { billHearer } from './bills/bills.ts'
import { callbackTaker } from './callbacks/callbacks.ts'
import { receiptPrinter } from './checkout/checkout.ts'
import {
  collectionCallbacks,
  collectionHastener,
  collectionResolver,
  collectionSettler,
  createCollect,
} from './collections/collections.ts'
import type { Config } from './config.ts'
import { hastenControlNumber } from './control-numbers/control-numbers.ts'
import { creditNotePrinter } from './credit-notes/credit-notes.ts'
import type { Database } from './database/database.ts'
import { hintTaker, lookUpWorker } from './evidence/evidence.ts'
import { hastenReceipt } from './fiscal/fiscal.ts'
import { checkInvoice, hastenInvoice, holdDrafts, invoicePrinter } from './invoices/invoices.ts'
import { linksOfInvoices } from './links-of-invoices.ts'
import { type GivenProviders, openRegistry } from './open-registry.ts'
import { printer } from './paper/paper.ts'
import { hastenLink, linkCheck } from './payment-links/payment-links.ts'
import { createSimulatedNetwork, exchangeKeeper, networkPlayer } from './providers/providers.ts'
import { mispaidReturner, overpaidRefunder, owedEnder } from './refunds/refunds.ts'
import { keepRiskRules } from './risk/risk.ts'
import type { Log, Metrics } from './telemetry/telemetry.ts'
import type { Tracing } from './tracing/tracing.ts'
import { hastenDelivery } from './webhook-deliveries/webhook-deliveries.ts'
import {
  type ApprovalsNeeded,
  pendingTotal,
  readPlace,
  withdrawalCallbacks,
  withdrawalHastener,
  withdrawalResolver,
  withdrawalSettler,
} from './withdrawals/withdrawals.ts'
import type { World } from './world/world.ts'

type Money = { config: Config; world: World; work: Database; log: Log; metrics: Metrics }

/** Opens the providers and puts the doors of money together. */
export function assembleMoney(money: Money, given: GivenProviders & { tracing?: Tracing | undefined }) {
  const { config, world, work, log } = money
  // It stands for a system elsewhere, and would not use our connections for money if it were there.
  const network = createSimulatedNetwork({ ...world, sql: work })
  const exchanges = exchangeKeeper({ ...world, sql: work }, (error) =>
    log.warn({ err: error }, 'what went over the wire to a provider could not be kept'),
  )
  const registry = openRegistry({ ...money, exchanges, tracing: given.tracing }, network, given)
  const resolve = collectionResolver(world, registry)
  const collections = collectionCallbacks(world, registry, resolve)
  const resolvePayOut = withdrawalResolver(world)
  const withdrawals = withdrawalCallbacks({ world, registry, resolvePayOut })
  const hearBill = billHearer(world, registry)
  const callbacks = callbackTaker(world, registry, [collections, withdrawals], hearBill, hintTaker(world))
  const player = networkPlayer(network, async (raw, from) => void (await callbacks.take(from, raw)))
  const askers = { collection: collections.lookUp, disbursement: withdrawals.lookUp }
  const lookUps = lookUpWorker(world, askers, (error) => log.error({ err: error }, 'a look-up failed'))
  const riskRules = keepRiskRules(work, (error) => log.warn({ err: error }, 'risk rules could not be read'))
  const { collect, sendings } = createCollect({
    world,
    registry,
    resolve,
    checks: {
      paymentLink: linkCheck(world),
      invoice: (attachment) => checkInvoice(world, attachment),
      holdDrafts: (tx, attachments) => holdDrafts(tx, world, attachments),
    },
    riskRules,
    sendsItself: config.role === 'all',
    onError: (error) => log.error({ err: error }, 'a sending failed'),
  })
  const print = printer()
  return {
    registry,
    exchanges,
    network,
    player,
    play: player.play,
    callbacks,
    lookUps,
    askers,
    collect,
    sendings,
    invoiceLinks: linksOfInvoices(world, registry),
    printInvoice: invoicePrinter(print),
    printCreditNote: creditNotePrinter(print),
    printReceipt: receiptPrinter(print),
    qrLivesForMs: config.qrLivesForMs,
    pageLivesForMs: config.pageLivesForMs,
    waitsForMs: operations.collectByPublicPaymentLink.waitsForMs,
    resolve,
    resolvePayOut,
    settleCollection: collectionSettler(world, registry),
    settleWithdrawal: withdrawalSettler(world),
    ...mispaidReturner(world, registry),
    approvalsNeeded: ((asked, passedAlone) =>
      asked.review_hit !== null || asked.amount + passedAlone > config.approveTwiceAbove
        ? 2
        : 1) satisfies ApprovalsNeeded,
    riskRules,
    refundOverpaid: overpaidRefunder(world, registry),
    endOwed: owedEnder(world),
    pendingTotal,
    readPlace,
    hasteners: [
      collectionHastener(network),
      withdrawalHastener(registry),
      hastenBatch,
      hastenLink,
      hastenControlNumber,
      hastenInvoice,
      hastenDelivery,
      hastenReceipt,
    ],
  }
}
