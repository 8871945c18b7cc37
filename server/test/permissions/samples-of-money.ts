import { randomUUID } from 'node:crypto'
import {
  controlNumber,
  deadLetter,
  heldCollection,
  hostedCollection,
  openDiscrepancy,
  paymentLink,
  publicCollection,
  recordedTopUp,
  requestedReconciliation,
  sandboxCode,
  setMapping,
  signedCallback,
  statementOfADay,
  topUp,
  waitingCode,
} from './money.ts'
import { samplesOfRisk } from './samples-of-risk.ts'
import type { Parts, Sample, Stage } from './stage.ts'

const phone = '0712345678'

/** The merchant stands in the body; whoever is not its own names it all the same. */
function creating(body: Record<string, unknown>): Sample {
  return async ({ cast }) => ({
    headers: { 'idempotency-key': randomUUID() },
    body: { merchant_id: cast.merchantId, ...body },
  })
}

/** For keys the header means nothing: theirs is the environment that they were made for. */
function inSandbox(rest: (stage: Stage) => Promise<Parts> | Parts = () => ({})): Sample {
  return async (stage) => ({
    headers: { 'x-merchant-id': stage.cast.merchantId, 'x-environment': 'sandbox' },
    ...(await rest(stage)),
  })
}

function asAdmin(rest: (stage: Stage) => Promise<Parts>): Sample {
  return async (stage) => ({ headers: { 'x-environment': 'sandbox' }, ...(await rest(stage)) })
}

/** Cashiers are shown what they made themselves, and so they make one. */
const ofCollection: Sample = async (stage, principal) => ({
  params: {
    collection_id:
      principal === 'cashier'
        ? (await waitingCode(stage, stage.cast.credentials.cashier)).id
        : await hosted(stage),
  },
  headers: { 'x-merchant-id': stage.cast.merchantId },
})

const hosted = (stage: Stage) => hostedCollection(stage, stage.cast.credentials.live_key)

/** A live one. */
function ofLink(body?: Record<string, unknown>): Sample {
  return async (stage) => ({
    params: { payment_link_id: (await paymentLink(stage, stage.cast.credentials.live_key)).id },
    headers: { 'x-merchant-id': stage.cast.merchantId },
    ...(body && { body }),
  })
}

/** A live one. */
const ofNumber: Sample = async (stage) => ({
  params: { control_number_id: (await controlNumber(stage, stage.cast.credentials.live_key)).id },
  headers: { 'x-merchant-id': stage.cast.merchantId },
})

const ofHeld = asAdmin(async (stage) => ({
  params: { collection_id: await heldCollection(stage) },
  body: { note: 'Looked at.' },
}))

const ofHeldToRead = asAdmin(async (stage) => ({ params: { collection_id: await heldCollection(stage) } }))

/** In live, where whoever uploads a statement is. */
const ofAReconciliation: Sample = async (stage) => ({
  params: { reconciliation_id: await requestedReconciliation(stage) },
})

export const samplesOfMoney: Record<string, Sample> = {
  createHostedPage: creating({ amount: 1000 }),
  createDirectWalletPush: creating({ amount: 1000, phone }),
  createDirectProviderPesa: creating({ amount: 1000, phone }),
  createDirectQr: creating({ amount: 1000 }),
  createUssdPushCollection: creating({ amount: '1000', customer_phone: phone }),
  createStkPushCollection: creating({ amount: '1000', customer_phone: phone }),
  createProviderPesaPushCollection: creating({ amount: '1000', customer_phone: phone }),
  createDynamicQrCollection: creating({ amount: '1000' }),

  readCollectionStatus: ofCollection,
  refreshCollectionStatus: ofCollection,
  changeCollection: async (stage, caller) => ({
    ...(await ofCollection(stage, caller)),
    body: { metadata: { order_id: 'A-17' } },
  }),
  readTill: async ({ cast }) => ({ headers: { 'x-merchant-id': cast.merchantId } }),
  listMerchantCollections: async ({ cast }) => ({ params: { merchant_id: cast.merchantId } }),
  readMerchantCollection: async (stage) => ({
    params: { merchant_id: stage.cast.merchantId, collection_id: await hosted(stage) },
  }),

  readCollectionTimeline: ofCollection,

  createControlNumber: creating({ kind: 'ORDER', amount: '1000' }),
  createControlNumbers: creating({ rows: [{ kind: 'ORDER', amount: '1000' }] }),
  listControlNumbers: async ({ cast }) => ({ headers: { 'x-merchant-id': cast.merchantId } }),
  readControlNumber: ofNumber,
  cancelControlNumber: ofNumber,

  createPaymentLink: creating({ amount: '1000' }),
  listPaymentLinks: async ({ cast }) => ({ headers: { 'x-merchant-id': cast.merchantId } }),
  readPaymentLink: ofLink(),
  changePaymentLink: ofLink({ description: 'A kanga' }),

  readPublicPaymentLink: async (stage) => ({
    params: { token: (await paymentLink(stage, stage.cast.credentials.sandbox_key)).token },
  }),
  collectByPublicPaymentLink: async (stage) => ({
    params: { token: (await paymentLink(stage, stage.cast.credentials.sandbox_key)).token },
    body: { method: 'USSD_PUSH', phone },
  }),
  listPublicNetworks: async () => ({}),
  readPublicCollection: async (stage) => ({ params: { token: await publicCollection(stage) } }),

  listTransactions: async ({ cast }) => ({ params: { merchant_id: cast.merchantId } }),
  readBalance: async ({ cast }) => ({ headers: { 'x-merchant-id': cast.merchantId } }),
  readMerchantSummary: async ({ cast }) => ({ headers: { 'x-merchant-id': cast.merchantId } }),
  searchMerchant: async ({ cast }) => ({
    headers: { 'x-merchant-id': cast.merchantId },
    query: { q: phone },
  }),

  readSandboxProfile: inSandbox(),
  changeSandboxProfile: inSandbox(() => ({ body: { failure_rate: 0.2 } })),
  readSandboxSwitchboard: inSandbox(),
  changeSandboxSwitchboard: inSandbox(() => ({ body: { twice: 0.5 } })),
  topUpSandbox: inSandbox(() => ({ body: { amount: '5000.00' } })),
  paySandboxBill: inSandbox(async (stage) => {
    const { number } = await controlNumber(stage, stage.cast.credentials.sandbox_key)
    return { body: { number, amount: '1000' } }
  }),
  advanceSandbox: inSandbox(async (stage) => ({ body: { id: (await sandboxCode(stage)).id } })),
  listSandboxMessages: inSandbox(),
  listSandboxPrompts: inSandbox(),
  answerSandboxPrompt: inSandbox(async (stage) => ({
    params: { provider_reference: (await sandboxCode(stage)).reference },
    body: { answer: 'decline' },
  })),
  readSandboxSubscriber: inSandbox(() => ({ params: { phone } })),
  changeSandboxSubscriber: inSandbox(() => ({ params: { phone }, body: { balance: '7000', pin: '4321' } })),
  changeSandboxNetwork: inSandbox(() => ({
    params: { destination_code: 'HALOPESA' },
    body: { payouts: { status: 'down', note: 'A test of ours' }, collections: { status: 'slow' } },
  })),

  takeSandboxCallback: async (stage) => signedCallback(stage.cast, await sandboxCode(stage)),
  takeProviderCallback: async (stage) => {
    const { reference } = await sandboxCode(stage)
    const body = { event_id: randomUUID(), event_type: 'collection.success', provider_reference: reference }
    return { params: { name: 'sandbox' }, body }
  },

  adminListCollections: asAdmin(async () => ({})),
  adminListControlNumbers: asAdmin(async () => ({})),
  adminClearCollection: ofHeld,
  adminDeclineCollection: ofHeld,
  adminReadCollection: ofHeldToRead,
  adminReadCollectionTimeline: ofHeldToRead,
  adminListCollectionExchanges: ofHeldToRead,
  adminListDiscrepancies: asAdmin(async () => ({})),
  adminReadDiscrepancy: asAdmin(async (stage) => ({
    params: { discrepancy_id: await openDiscrepancy(stage) },
  })),
  adminSettleDiscrepancy: asAdmin(async (stage) => ({
    params: { discrepancy_id: await openDiscrepancy(stage) },
    body: { action: 'accept_provider', note: 'They paid.' },
  })),
  adminListDeadLetters: asAdmin(async () => ({})),
  adminListQuarantine: asAdmin(async () => ({})),
  adminReadDeadLetter: asAdmin(async (stage) => ({
    params: { dead_letter_id: await deadLetter(stage) },
  })),
  adminSettleDeadLetter: asAdmin(async (stage) => ({
    params: { dead_letter_id: await deadLetter(stage) },
    body: { action: 'dismiss', note: 'It was settled on the telephone.' },
  })),
  adminListProviders: asAdmin(async () => ({})),
  adminReadProviderFigures: asAdmin(async () => ({ params: { name: 'clickpesa' } })),
  adminChangeProvider: asAdmin(async () => ({
    params: { name: 'clickpesa' },
    body: { low_float_at: '5000.00' },
  })),
  adminDrainProvider: asAdmin(async () => ({ params: { name: 'clickpesa' }, body: {} })),
  adminPauseProvider: asAdmin(async () => ({ params: { name: 'clickpesa' }, body: {} })),
  adminResumeProvider: asAdmin(async () => ({ params: { name: 'clickpesa' }, body: {} })),
  adminListNetworks: asAdmin(async () => ({})),
  adminPinNetwork: asAdmin(async () => ({
    params: { destination_code: 'HALOPESA' },
    body: { payouts: { status: 'slow', note: 'HaloPesa says it is being mended' } },
  })),
  adminSetProviderRoute: asAdmin(async ({ cast }) => ({
    body: { merchant_id: cast.merchantId, method: 'USSD_PUSH', providers: ['simulated', 'clickpesa'] },
  })),
  adminListProviderRoutes: asAdmin(async () => ({})),
  ...samplesOfRisk,
  adminListFloatTopUps: asAdmin(async () => ({})),
  adminRecordFloatTopUp: async () => ({ body: topUp() }),
  adminReverseFloatTopUp: async (stage) => ({
    params: { top_up_id: await recordedTopUp(stage) },
    body: { note: 'It was another amount.' },
  }),
  adminRequestReconciliation: async () => ({ body: statementOfADay }),
  adminListReconciliations: asAdmin(async () => ({})),
  adminReadReconciliation: ofAReconciliation,
  adminListReconciliationFindings: ofAReconciliation,
  adminReadReconciliationReport: ofAReconciliation,
  adminListStatementMappings: asAdmin(async () => ({})),
  adminSetStatementMapping: async () => ({ params: { provider: 'simulated' }, body: { reference: 'Ref' } }),
  adminRemoveStatementMapping: async (stage) => {
    await setMapping(stage)
    return { params: { provider: 'simulated' } }
  },
}
