import { randomUUID } from 'node:crypto'
import { alertOperators } from '../../src/alerts/alerts.ts'
import {
  blockedWithdrawal,
  liveRecipient,
  pendingWithdrawal,
  questionedWithdrawal,
  toMobileMoney,
  unsavedRecipient,
} from './payouts.ts'
import { owedToPayer, pendingRefund, questionedRefund, refundable, toWhoeverPaid } from './refunds.ts'
import type { Parts, Sample, Stage } from './stage.ts'

/** The merchant stands in a header; whoever is not its own names it all the same. */
export function named(rest: (stage: Stage) => Promise<Parts> | Parts = () => ({})): Sample {
  return async (stage) => {
    const { headers, ...others } = await rest(stage)
    return { headers: { 'x-merchant-id': stage.cast.merchantId, ...headers }, ...others }
  }
}

function disbursing(change: Record<string, unknown>): Sample {
  return async ({ cast }) => ({
    headers: { 'idempotency-key': randomUUID() },
    body: { merchant_id: cast.merchantId, ...toMobileMoney, ...change },
  })
}

function deciding(
  find: (stage: Stage) => Promise<string>,
  body: Record<string, unknown> = { note: 'Looked at.' },
): Sample {
  return async (stage) => ({ params: { withdrawal_id: await find(stage) }, body })
}

const pending = (stage: Stage) => pendingWithdrawal(stage)
const blocked = (stage: Stage) => blockedWithdrawal(stage)
const nothing: Sample = async () => ({})

async function openAlert({ service: { world } }: Stage): Promise<string> {
  const words = { title: 'The float at clickpesa is low', text: 'TZS 20000.00 is there.' }
  await alertOperators(world.sql, world, [{ kind: 'float_low', subject: 'clickpesa', ...words }])
  const [alert] = await world.sql<{ id: string }[]>`select id from alerts where kind = 'float_low'`
  return alert?.id ?? ''
}

export const samplesOfPayouts: Record<string, Sample> = {
  quoteWithdrawal: named(() => {
    const { amount, destination_code, destination_identifier } = toMobileMoney
    return { body: { amount, destination_code, destination_identifier, method: 'MOBILE_MONEY' } }
  }),
  submitWithdrawal: named(() => {
    const { destination_identifier: destination_phone, ...others } = toMobileMoney
    return {
      headers: { 'idempotency-key': randomUUID() },
      body: { ...others, destination_phone, method: 'MOBILE_MONEY' },
    }
  }),
  listWithdrawals: named(),
  readWithdrawal: named(async (stage) => ({ params: { withdrawal_id: await pending(stage) } })),
  readWithdrawalTimeline: named(async (stage) => ({ params: { withdrawal_id: await pending(stage) } })),
  answerWithdrawalInfoRequest: named(async (stage) => ({
    params: { withdrawal_id: (await questionedWithdrawal(stage)).id },
    body: { message: 'It is the rent of November.' },
  })),

  cancelWithdrawal: named(async (stage) => ({ params: { withdrawal_id: await pending(stage) } })),

  createWalletDisbursement: disbursing({ destination_code: 'PROVIDER_PESA' }),
  createMobileMoneyDisbursement: disbursing({}),
  createBankDisbursement: disbursing({
    destination_code: 'CRDB',
    destination_identifier: '0150-AB-77',
    bank_name: 'CRDB',
  }),
  listDisbursements: async ({ cast }) => ({ query: { merchant_id: cast.merchantId } }),
  readDisbursement: named(async (stage) => ({ params: { disbursement_id: await pending(stage) } })),
  changeDisbursement: named(async (stage) => ({
    params: { disbursement_id: await pending(stage) },
    body: { metadata: { payroll: '2026-11' } },
  })),
  cancelDisbursement: named(async (stage) => ({ params: { disbursement_id: await pending(stage) } })),
  quoteRefund: named(async (stage) => ({ body: { ...(await refundable(stage)), amount: '10' } })),
  createRefund: named(async (stage) => ({
    headers: { 'idempotency-key': randomUUID() },
    body: { ...(await refundable(stage)), amount: '10', reason: 'requested' },
  })),
  listRefunds: named(),
  readRefund: named(async (stage) => ({ params: { refund_id: await pendingRefund(stage) } })),
  answerRefundInfoRequest: named(async (stage) => ({
    params: { refund_id: await questionedRefund(stage) },
    body: { message: 'The shirt was torn.' },
  })),
  changeRefund: named(async (stage) => ({
    params: { refund_id: await pendingRefund(stage) },
    body: { metadata: { order: 'A-17' } },
  })),
  cancelRefund: named(async (stage) => ({ params: { refund_id: await pendingRefund(stage) } })),
  createRecipient: named(() => ({ body: unsavedRecipient() })),
  listRecipients: named(),
  readRecipient: named(async (stage) => ({ params: { recipient_id: await liveRecipient(stage) } })),
  changeRecipient: named(async (stage) => ({
    params: { recipient_id: await liveRecipient(stage) },
    body: { blocked: true, metadata: { staff: '17' } },
  })),
  removeRecipient: named(async (stage) => ({ params: { recipient_id: await liveRecipient(stage) } })),
  readRecipientSettings: named(),
  changeRecipientSettings: named(() => ({ body: { recipient_cooling_hours: 48 } })),
  listDestinations: named(),
  listNetworks: named(),
  predictNetwork: named(() => ({ body: { phone: toMobileMoney.destination_identifier } })),
  lookUpDestination: named(() => {
    const { destination_code, destination_identifier } = toMobileMoney
    return { body: { method: 'MOBILE_MONEY', destination_code, destination_identifier, name: 'Asha Juma' } }
  }),

  listNotifications: named(),
  markNotification: named(async (stage) => ({
    params: { notification_id: (await questionedWithdrawal(stage)).notificationId },
    body: { read: true },
  })),
  markAllNotifications: named(async (stage) => {
    // There is something to mark, so that a refused request could have left a trace.
    await questionedWithdrawal(stage)
    return {}
  }),

  adminListWithdrawals: nothing,
  adminReadWithdrawal: async (stage) => ({ params: { withdrawal_id: await pending(stage) } }),
  adminReadWithdrawalTimeline: async (stage) => ({ params: { withdrawal_id: await pending(stage) } }),
  adminApproveWithdrawal: deciding(pending),
  adminRejectWithdrawal: deciding(pending),
  adminRequestWithdrawalInfo: deciding(pending),
  adminResolveWithdrawal: deciding(blocked, { outcome: 'FAILED', note: 'They never had it.' }),
  adminRetryWithdrawal: deciding(blocked),
  adminRetryReturn: deciding((stage) => owedToPayer(stage), { note: 'Once more.', ...toWhoeverPaid }),
  adminSetPricingRule: async ({ cast }) => ({
    params: { merchant_id: cast.merchantId, channel: 'MOBILE_MONEY' },
    body: { label: 'Negotiated', percentage: '0.5' },
  }),
  adminListPricingRules: async ({ cast }) => ({ params: { merchant_id: cast.merchantId } }),
  adminTryPricingRule: async ({ cast }) => ({
    body: {
      ...{ channel: 'MOBILE_MONEY', merchant_id: cast.merchantId, percentage: '0.5' },
      ...{ from: '2026-11-01', to: '2026-11-30' },
    },
  }),
  adminListAuditLog: nothing,
  adminVerifyAuditLog: nothing,
  adminReadQueue: nothing,
  adminListAlerts: nothing,
  adminMarkAlert: async (stage) => ({ params: { alert_id: await openAlert(stage) }, body: { read: true } }),
  adminReadBooks: nothing,
  adminCheckBooks: nothing,
  adminListOperators: nothing,
}
