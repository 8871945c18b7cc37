import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { refundChecks } from '../../src/books/checks/refund-checks.ts'
import { type Damage, damageIsFound, type Intruder, openIntruder } from './money/damage.ts'
import { succeeded, workOnce } from './money/own-provider.ts'
import { openRefundStage, type RefundStage } from './refunds/stage.ts'

let stage: RefundStage
let intruder: Intruder

/** A payment that went back in two parts with its fee, one of which a third is asked back, and one that waits in `returns`. */
before(async () => {
  stage = await openRefundStage()
  const { service, desk } = stage
  const counter = await stage.openCounter(500_000n)
  const body = { label: 'Own', percentage: '0', flat_fee: '0.10', refund_returns_fee: true }
  const path = `/v1/admin/merchants/${counter.merchantId}/pricing-rules/COLLECTION`
  assert.equal((await desk.call(path, 'live', { method: 'PUT', body })).status, 200)
  const whole = await counter.paid()
  for (const amount of ['400.00', '600.00'])
    await stage.sent(counter, succeeded(), { collection_id: whole.id, amount })
  const part = await counter.paid()
  await counter.refund({ collection_id: part.id, amount: '300.00' })
  const { id, provider_reference: reference } = await counter.push(
    { amount: '1000.00' },
    { key: counter.liveKey },
  )
  await workOnce(service)
  await stage.provider.tell(service, reference, { ...succeeded(), hold: 'look first' } as never)
  const declined = await desk.call(`/v1/admin/collections/${id}/decline`, 'live', { body: { note: 'odd' } })
  assert.equal(declined.status, 200)
  intruder = await openIntruder(service, {
    tables: ['withdrawals', 'collections', 'ledger_accounts', 'ledger_transactions'],
    indexes: ['refunds_are_tried_again_once', 'payments_are_owed_to_payers_once'],
  })
})
after(async () => {
  await intruder.leave()
  await stage.close()
})

const paid = `(select id from withdrawals where kind = 'refund' and status = 'SUCCESS' order by id limit 1)`
const asked = `(select id from withdrawals where kind = 'refund' and origin = 'requested' and status = 'PENDING_ADMIN_APPROVAL')`
const returned = `(select id from withdrawals where kind = 'refund' and origin = 'declined')`

const damages: Damage[] = [
  [
    'no collection is refunded for more than was collected',
    [
      `update withdrawals set amount = 100001 where id = ${asked}`,
      `update collections set amount = amount - 1 where id = (select collection_id from withdrawals where id = ${paid})`,
      `update withdrawals set collection_id = gen_random_uuid() where id = ${asked}`,
    ],
  ],
  [
    'what a collection says of its refunds is what they come to',
    [
      `update collections set refunded = refunded - 1 where refunded is not null`,
      `update collections set refund_claimed = refund_claimed + 1 where refund_claimed is not null`,
      `delete from withdrawals where id = ${asked}`,
    ],
  ],
  [
    'what went back of a fee is what its refunds say, never more than the fee, and all of it with all of the payment',
    [
      `update withdrawals set fee_returned = fee_returned + 1 where id = ${paid}`,
      `delete from ledger_transactions where type = 'collection_fee' and withdrawal_id = ${paid}`,
      `update ledger_transactions set amount = amount - 1 where type = 'collection_fee' and direction = 'debit'`,
    ],
  ],
  [
    'whatever is owed to payers is owed by a refund that somebody can see',
    [
      `update ledger_accounts set balance = balance + 1 where kind = 'returns'`,
      `delete from withdrawals where id = ${returned}`,
      `update withdrawals set status = 'SUCCESS' where id = ${returned}`,
      `update ledger_entries e set amount = amount - 1 from ledger_accounts a where a.id = e.account_id and a.kind = 'returns'`,
      `update ledger_transactions set cause = cause || ' come' where type = 'payer_return'`,
    ],
  ],
  [
    'whatever is owed to a payer came in for it once',
    [
      `delete from ledger_transactions where type = 'payer_return'`,
      `update ledger_transactions set amount = amount + 1 where type = 'payer_return'`,
      `update ledger_transactions set withdrawal_id = ${asked} where type = 'payer_return'`,
    ],
  ],
  [
    'what a payer paid too much is owed back once',
    [
      `update withdrawals set origin = 'declined', paid_as = (select paid_as from withdrawals where id = ${returned}) where id = ${asked}`,
    ],
  ],
  [
    'what did not go back is tried again once',
    [`update withdrawals set again_of = ${returned} where kind = 'refund' and origin = 'requested'`],
  ],
]

damageIsFound(damages, () => intruder, refundChecks)
