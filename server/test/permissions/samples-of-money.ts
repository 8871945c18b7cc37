import { randomUUID } from 'node:crypto'
import {
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
} from './money.ts'
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

const hosted = (stage: Stage) => hostedCollection(stage, stage.cast.credentials.live_key)

const ofCollection: Sample = async (stage) => ({
  params: { collection_id: await hosted(stage) },
  headers: { 'x-merchant-id': stage.cast.merchantId },
})

/** A live one. */
function ofLink(body?: Record<string, unknown>): Sample {
  return async (stage) => ({
    params: { payment_link_id: (await paymentLink(stage, stage.cast.credentials.live_key)).id },
    headers: { 'x-merchant-id': stage.cast.merchantId },
    ...(body && { body }),
  })
}

const ofHeld = asAdmin(async (stage) => ({
  params: { collection_id: await heldCollection(stage) },
  body: { note: 'Looked at.' },
}))

/** In live, where whoever uploads a statement is. */
const ofAReconciliation: Sample = async (stage) => ({
  params: { reconciliation_id: await requestedReconciliation(stage) },
})

export const samplesOfMoney: Record<string, Sample> = {
  createHostedCollection: creating({ amount: 1000 }),
  createWalletPush: creating({ amount: 1000, phone }),
  createProviderPesa: creating({ amount: 1000, phone }),
  createQr: creating({ amount: 1000 }),
  createUssdPush: creating({ amount: '1000', customer_phone: phone }),
  createStkPush: creating({ amount: '1000', customer_phone: phone }),
  createProviderPesaPush: creating({ amount: '1000', customer_phone: phone }),
  createDynamicQr: creating({ amount: '1000' }),

  readCollectionState: ofCollection,
  refreshCollection: ofCollection,
  listCollections: async ({ cast }) => ({ params: { merchant_id: cast.merchantId } }),
  readCollection: async (stage) => ({
    params: { merchant_id: stage.cast.merchantId, collection_id: await hosted(stage) },
  }),

  createPaymentLink: creating({ amount: '1000' }),
  listPaymentLinks: async ({ cast }) => ({ headers: { 'x-merchant-id': cast.merchantId } }),
  readPaymentLink: ofLink(),
  changePaymentLink: ofLink({ description: 'A kanga' }),

  readPublicPaymentLink: async (stage) => ({
    params: { token: (await paymentLink(stage, stage.cast.credentials.sandbox_key)).token },
  }),
  collectByPaymentLink: async (stage) => ({
    params: { token: (await paymentLink(stage, stage.cast.credentials.sandbox_key)).token },
    body: { method: 'USSD_PUSH', phone },
  }),
  readPublicCollection: async (stage) => ({ params: { token: await publicCollection(stage) } }),

  listTransactions: async ({ cast }) => ({ params: { merchant_id: cast.merchantId } }),
  readBalance: async ({ cast }) => ({ headers: { 'x-merchant-id': cast.merchantId } }),

  readSandboxProfile: inSandbox(),
  changeSandboxProfile: inSandbox(() => ({ body: { failure_rate: 0.2 } })),
  readSwitchboard: inSandbox(),
  changeSwitchboard: inSandbox(() => ({ body: { twice: 0.5 } })),
  topUpSandbox: inSandbox(() => ({ body: { amount: '5000.00' } })),
  listSandboxMessages: inSandbox(),
  listPrompts: inSandbox(),
  answerPrompt: inSandbox(async (stage) => ({
    params: { provider_reference: (await sandboxCode(stage)).reference },
    body: { answer: 'decline' },
  })),
  readSubscriber: inSandbox(() => ({ params: { phone } })),
  changeSubscriber: inSandbox(() => ({ params: { phone }, body: { balance: '7000', pin: '4321' } })),

  takeCallback: async (stage) => signedCallback(stage.cast, await sandboxCode(stage)),
  takeProviderCallback: async (stage) => {
    const { reference } = await sandboxCode(stage)
    const body = { event_id: randomUUID(), event_type: 'collection.success', provider_reference: reference }
    return { params: { name: 'sandbox' }, body }
  },

  adminListCollections: asAdmin(async () => ({})),
  clearCollection: ofHeld,
  declineCollection: ofHeld,
  listCollectionExchanges: asAdmin(async (stage) => ({
    params: { collection_id: await heldCollection(stage) },
  })),
  adminListDiscrepancies: asAdmin(async () => ({})),
  settleDiscrepancy: asAdmin(async (stage) => ({
    params: { discrepancy_id: await openDiscrepancy(stage) },
    body: { action: 'accept_provider', note: 'They paid.' },
  })),
  adminListDeadLetters: asAdmin(async () => ({})),
  adminListQuarantine: asAdmin(async () => ({})),
  settleDeadLetter: asAdmin(async (stage) => ({
    params: { dead_letter_id: await deadLetter(stage) },
    body: { action: 'dismiss', note: 'It was settled on the telephone.' },
  })),
  listProviders: asAdmin(async () => ({})),
  changeProvider: asAdmin(async () => ({ params: { name: 'clickpesa' }, body: { low_float_at: '5000.00' } })),
  drainProvider: asAdmin(async () => ({ params: { name: 'clickpesa' }, body: {} })),
  pauseProvider: asAdmin(async () => ({ params: { name: 'clickpesa' }, body: {} })),
  resumeProvider: asAdmin(async () => ({ params: { name: 'clickpesa' }, body: {} })),
  setProviderRoute: asAdmin(async ({ cast }) => ({
    body: { merchant_id: cast.merchantId, method: 'USSD_PUSH', providers: ['simulated', 'clickpesa'] },
  })),
  listProviderRoutes: asAdmin(async () => ({})),
  listFloatTopUps: asAdmin(async () => ({})),
  recordFloatTopUp: async () => ({ body: topUp() }),
  reverseFloatTopUp: async (stage) => ({
    params: { top_up_id: await recordedTopUp(stage) },
    body: { note: 'It was another amount.' },
  }),
  requestReconciliation: async () => ({ body: statementOfADay }),
  listReconciliations: asAdmin(async () => ({})),
  readReconciliation: ofAReconciliation,
  listReconciliationFindings: ofAReconciliation,
  readReconciliationReport: ofAReconciliation,
  listStatementMappings: asAdmin(async () => ({})),
  setStatementMapping: async () => ({ params: { provider: 'simulated' }, body: { reference: 'Ref' } }),
  removeStatementMapping: async (stage) => {
    await setMapping(stage)
    return { params: { provider: 'simulated' } }
  },
}
