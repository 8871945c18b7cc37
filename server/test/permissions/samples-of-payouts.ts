import { randomUUID } from 'node:crypto'
import { blockedWithdrawal, pendingWithdrawal, questionedWithdrawal, toMobileMoney } from './payouts.ts'
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
  answerInfoRequest: named(async (stage) => ({
    params: { withdrawal_id: (await questionedWithdrawal(stage)).id },
    body: { message: 'It is the rent of November.' },
  })),

  cancelWithdrawal: named(async (stage) => ({ params: { withdrawal_id: await pending(stage) } })),

  disburseToWallet: disbursing({ destination_code: 'PROVIDER_PESA' }),
  disburseToMobileMoney: disbursing({}),
  disburseToBank: disbursing({
    destination_code: 'CRDB',
    destination_identifier: '0150-AB-77',
    bank_name: 'CRDB',
  }),
  listDisbursements: async ({ cast }) => ({ query: { merchant_id: cast.merchantId } }),
  readDisbursement: named(async (stage) => ({ params: { disbursement_id: await pending(stage) } })),
  cancelDisbursement: named(async (stage) => ({ params: { disbursement_id: await pending(stage) } })),
  listDestinations: named(),

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
  approveWithdrawal: deciding(pending),
  rejectWithdrawal: deciding(pending),
  requestWithdrawalInfo: deciding(pending),
  resolveWithdrawal: deciding(blocked, { outcome: 'FAILED', note: 'They never had it.' }),
  retryWithdrawal: deciding(blocked),
  setPricingRule: async ({ cast }) => ({
    params: { merchant_id: cast.merchantId, channel: 'MOBILE_MONEY' },
    body: { label: 'Negotiated', percentage: '0.5' },
  }),
  listPricingRules: async ({ cast }) => ({ params: { merchant_id: cast.merchantId } }),
  readAuditLog: nothing,
  verifyAuditLog: nothing,
}
