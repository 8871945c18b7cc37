import { type BodyOf, operations } from '@malipo/contract'
import { noteByPerson } from '../audit/audit.ts'
import type { Database } from '../database/database.ts'
import { type Actor, type Call, pageOfAll, type Route, route } from '../http/http.ts'
import { changeMetadata, noteChange } from '../metadata/metadata.ts'
import { lookUpName, mostLookUpsADay } from '../names/names.ts'
import { chargesOf, findRules, showQuote } from '../pricing/pricing.ts'
import type { Registry } from '../providers/providers.ts'
import { findRecipient } from '../recipients/recipients.ts'
import { keepingBlocked } from '../risk/risk.ts'
import { countAttempts } from '../tallies/tallies.ts'
import type { World } from '../world/world.ts'
import { cancelWithdrawal } from './cancel-withdrawals.ts'
import { destinations } from './destinations.ts'
import { draftTo, type Wish } from './draft-to-recipient.ts'
import { checkDestination, payOutCurrency, readDestination, refuseRestricted } from './draft-withdrawal.ts'
import { findSteps, findWithdrawal, listWithdrawals } from './find-withdrawals.ts'
import { answerRequest, approvalDelayOf, requestWithdrawal } from './request-withdrawals.ts'
import { showWithdrawal } from './show-withdrawal.ts'
import type { WithdrawalMethod } from './withdrawal-row.ts'

/** What merchants do with withdrawals in the dashboard. Approving is not among it. */
export function withdrawalRoutes(world: World, registry: Registry): Route[] {
  const { sql } = world
  return [
    route(operations.quoteWithdrawal, async ({ body, caller }) => {
      const draft = draftTo(quotedWish(body), await recipientOf(sql, caller, body.recipient_id))
      const { amount, destinationCode } = checkDestination(draft)
      const { method } = draft
      const { environment, merchantId } = caller
      const [rule] = await findRules(sql, world.clock.now(), [{ merchantId, channel: method }])
      if (!rule) throw new Error(`There is no price for ${method}.`)
      const wish = {
        environment,
        merchantId,
        method,
        amount,
        currency: payOutCurrency,
        destinationCode,
      }
      await registry.ready()
      // Where nobody is set up yet, a price can be told all the same.
      if (registry.routeFor(wish)) registry.refuseUncarriable(wish)
      return showQuote(rule, amount, chargesOf(rule, amount), destinationCode)
    }),
    route(operations.submitWithdrawal, (call) => request({ world, registry }, call, wishOf(call.body))),
    route(operations.listWithdrawals, ({ query, caller, lists }) =>
      listWithdrawals(lists, registry, caller, query),
    ),
    route(operations.readWithdrawal, async ({ params, caller }) => {
      const withdrawal = await findWithdrawal(sql, params.withdrawal_id, caller)
      return {
        ...showWithdrawal(withdrawal, registry, caller.merchant),
        ...(await findSteps(sql, withdrawal)),
      }
    }),
    route(operations.answerWithdrawalInfoRequest, async (call) => {
      const { params, body, caller, idempotently } = call
      const seen = await findWithdrawal(sql, params.withdrawal_id, caller)
      const delayMs = await approvalDelayOf(registry, seen, caller.merchantId)
      return await idempotently(async (tx) => {
        const withdrawal = await answerRequest(tx, world, caller, params.withdrawal_id, body, delayMs)
        const subject = { kind: 'withdrawal', id: withdrawal.id } as const
        noteByPerson(tx, world, call, { action: 'withdrawal.answer', subject })
        return {
          ...showWithdrawal(withdrawal, registry, caller.merchant),
          ...(await findSteps(tx, withdrawal)),
        }
      })
    }),
    route(operations.cancelWithdrawal, ({ params, caller, requestId, idempotently }) =>
      idempotently(async (tx) => {
        const withdrawal = await cancelWithdrawal(tx, world, caller, params.withdrawal_id, requestId)
        return {
          ...showWithdrawal(withdrawal, registry, caller.merchant),
          ...(await findSteps(tx, withdrawal)),
        }
      }),
    ),
  ]
}

/** The same for programs: one call for each kind of destination. */
export function disbursementRoutes(world: World, registry: Registry): Route[] {
  const { sql } = world
  const doors = { world, registry }
  return [
    route(operations.createWalletDisbursement, (call) =>
      request(doors, call, directWish('PROVIDER_PESA', call.body)),
    ),
    route(operations.createMobileMoneyDisbursement, (call) =>
      request(doors, call, directWish('MOBILE_MONEY', call.body)),
    ),
    route(operations.createBankDisbursement, (call) =>
      request(doors, call, directWish('BANK_ACCOUNT', call.body)),
    ),
    route(operations.listDisbursements, ({ query, caller, lists }) =>
      listWithdrawals(lists, registry, caller, query),
    ),
    route(operations.readDisbursement, async ({ params, caller }) =>
      showWithdrawal(await findWithdrawal(sql, params.disbursement_id, caller), registry, caller.merchant),
    ),
    route(operations.changeDisbursement, ({ params, body, caller, requestId, idempotently }) =>
      idempotently(async (tx) => {
        const { id } = await findWithdrawal(tx, params.disbursement_id, caller)
        await changeMetadata(tx, 'withdrawals', id, body.metadata)
        noteChange(tx, world, caller, { kind: 'withdrawal', id }, requestId)
        return showWithdrawal(await findWithdrawal(tx, id, caller), registry, caller.merchant)
      }),
    ),
    route(operations.cancelDisbursement, ({ params, caller, requestId, idempotently }) =>
      idempotently(async (tx) =>
        showWithdrawal(
          await cancelWithdrawal(tx, world, caller, params.disbursement_id, requestId),
          registry,
          caller.merchant,
        ),
      ),
    ),
  ]
}

export function destinationRoutes(world: World, registry: Registry): Route[] {
  const counts = countAttempts(world.sql, world.clock, mostLookUpsADay)
  const underWay = new Map<string, number>()
  return [
    route(operations.lookUpDestination, async ({ body, caller, requestId }) => {
      const { destinationCode, identifier } = readDestination({
        method: body.method,
        destinationCode: body.destination_code,
        identifier: { field: 'destination_identifier', value: body.destination_identifier },
      })
      refuseRestricted(caller)
      return await lookUpName(
        { world, registry, counts, underWay },
        { caller, requestId },
        {
          method: body.method,
          destination_code: destinationCode,
          destination_identifier: identifier,
          name: body.name,
        },
      )
    }),
    route(operations.listDestinations, async ({ query, caller: { environment, merchantId } }) => {
      await registry.ready()
      const wanted = destinations
        .filter(({ method }) => query.method === undefined || method === query.method)
        .map((one) => {
          const { method, destination_code: destinationCode } = one
          return {
            ...one,
            available: registry.isCarriable({ environment, merchantId, method, destinationCode }),
          }
        })
      return pageOfAll(query, wanted, ({ method, destination_code: code }) => `${method} ${code}`)
    }),
  ]
}

type Asking = Pick<Call<typeof operations.submitWithdrawal>, 'caller' | 'requestId' | 'idempotently'>

async function request({ world, registry }: { world: World; registry: Registry }, call: Asking, wish: Wish) {
  const { caller, idempotently } = call
  await registry.ready()
  const { environment, merchantId } = caller
  // A repeat is answered with what the first was, also where the recipient has been removed since.
  const recipient = await recipientOf(world.sql, caller, wish.recipientId)
  const method = recipient?.method ?? wish.method
  const provider = method && registry.routeFor({ environment, merchantId, method })?.name
  const delayMs = await approvalDelayOf(registry, { provider: provider ?? '' }, merchantId)
  return await keepingBlocked(world, () =>
    idempotently(async (tx) => {
      const draft = draftTo(wish, recipient)
      const withdrawal = await requestWithdrawal(tx, world, registry, caller, draft, delayMs)
      const subject = { kind: 'withdrawal', id: withdrawal.id } as const
      noteByPerson(tx, world, call, { action: 'withdrawal.request', subject })
      return showWithdrawal(withdrawal, registry, caller.merchant)
    }),
  )
}

async function recipientOf(sql: Database, owner: Actor, id: string | undefined) {
  return id === undefined ? undefined : await findRecipient(sql, id, owner)
}

function quotedWish(body: BodyOf<typeof operations.quoteWithdrawal>): Wish {
  return {
    amount: body.amount,
    recipientId: body.recipient_id,
    method: body.method,
    destinationCode: body.destination_code,
    // Nobody is named by a price.
    destinationName: '',
    identifier: { field: 'destination_identifier', value: body.destination_identifier },
    bankName: undefined,
    bankAccountName: undefined,
  }
}

function wishOf(body: BodyOf<typeof operations.submitWithdrawal>): Wish {
  const isBank = body.method === 'BANK_ACCOUNT'
  const { destination_phone, bank_name, bank_account_number, bank_account_name } = body
  return {
    method: body.method,
    amount: body.amount,
    destinationCode: body.destination_code,
    destinationName: body.destination_name,
    identifier: isBank
      ? { field: 'bank_account_number', value: bank_account_number }
      : { field: 'destination_phone', value: destination_phone },
    bankName: bank_name,
    bankAccountName: bank_account_name,
    merchantReference: body.merchant_reference,
    lookUpId: body.look_up_id,
    recipientId: body.recipient_id,
    metadata: body.metadata,
    idle: isBank ? { destination_phone } : { bank_name, bank_account_number, bank_account_name },
  }
}

function directWish(
  method: WithdrawalMethod,
  body: BodyOf<typeof operations.createMobileMoneyDisbursement> & {
    bank_name?: string
    bank_account_name?: string
  },
): Wish {
  return {
    method,
    amount: body.amount,
    destinationCode: body.destination_code,
    destinationName: body.destination_name,
    identifier: { field: 'destination_identifier', value: body.destination_identifier },
    bankName: body.bank_name,
    bankAccountName: body.bank_account_name,
    merchantReference: body.merchant_reference,
    lookUpId: body.look_up_id,
    recipientId: body.recipient_id,
    metadata: body.metadata,
  }
}
