import { invoiceHistory } from '../../src/invoices/invoices.ts'
import { becomesKeptByTime } from './becomes-kept-by-time.ts'

becomesKeptByTime({
  kept: invoiceHistory,
  title: 'invoice-history-by-time',
  writes: `insert into invoice_history (merchant_id, invoice_id, seq, from_status, to_status, mover, amount_credited, at)
    select $1::uuid, $2::uuid, 1, 'DRAFT', 'SENT', 'merchant', 0, now()`,
  refused: [],
  wrong: [{ row: (id) => `(invoice_id, seq) values ('${id}', 2)`, code: '23502' }],
})
