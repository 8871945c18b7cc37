import { type Check, type Found, firstOf } from './check.ts'
import { historyOf } from './history-of.ts'

/** Told apart from the code, so that a mistake there is seen here. */
const operatorId = '00000000-0000-0000-0000-000000000000'

export const billChecks: Check[] = [
  {
    check: 'the counts and sums of control numbers equal their successful collections',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'control number ' || coalesce(n.id, c.id) || ' counts ' || coalesce(n.paid_count, 0) || ' payments of '
          || coalesce(n.paid_amount, 0) || ', and has ' || coalesce(c.paid, 0) || ' of ' || coalesce(c.amount, 0) as found
        from control_numbers n
        full join (
          select control_number_id as id, count(*) as paid, sum(amount) as amount from collections
          where control_number_id is not null and status = 'successful' group by 1) c on c.id = n.id
        where n.id is null or (n.paid_count, n.paid_amount) <> (coalesce(c.paid, 0), coalesce(c.amount, 0))
        limit 1`),
  },
  {
    check: 'the number of an order never brings its merchant more than it asks for',
    // Held money counts: it may be the merchant's tomorrow. What an invoice asks for is looked at with invoices.
    look: (tx) =>
      firstOf(tx<Found>`
        select 'control number ' || n.id || ' (' || n.payment_mode || ') asks for ' || coalesce(n.amount::text, 'any amount')
          || ', and was paid ' || count(*) || ' times with ' || sum(c.amount) as found
        from control_numbers n join collections c on c.control_number_id = n.id
        where n.kind = 'ORDER' and n.invoice_id is null and c.status in ('pending_clearance', 'successful')
        group by n.id, n.payment_mode, n.amount having case n.payment_mode when 'PART' then sum(c.amount) > n.amount
          when 'ANY' then count(*) > 1 else count(*) > 1 or sum(c.amount) <> n.amount end
        limit 1`),
  },
  {
    check: 'the number of an order is paid exactly when its payments say so',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'control number ' || n.id || ' is ' || n.status || ' with ' || n.paid_amount || ' of ' || coalesce(n.amount, 0) as found
        from control_numbers n left join invoices i on i.id = n.invoice_id
        where n.kind = 'ORDER' and n.status in ('ACTIVE', 'PAID') and (n.status = 'PAID') <> case
          when n.invoice_id is not null then i.status in ('PAID', 'CREDITED')
          when n.payment_mode = 'PART' then n.paid_amount >= n.amount else n.paid_count > 0 end
        limit 1`),
  },
  {
    check: 'each receipt of a provider is one payment, for the number that it names',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'receipt ' || coalesce(b.receipt, c.provider_reference) || ' of ' || coalesce(b.provider, c.provider)
          || ' is collection ' || coalesce(b.collection_id::text, 'none') || ' of ' || coalesce(b.amount, 0) || ', which has '
          || coalesce(c.amount, 0) as found
        from (select * from bill_payments where collection_id is not null) b
        full join (select * from collections where method = 'BILL_PAY') c on c.id = b.collection_id
        where b.receipt is null or c.id is null
          or (b.provider, b.receipt, b.environment, b.control_number_id, b.amount, b.currency)
            is distinct from (c.provider, c.provider_reference, c.environment, c.control_number_id, c.amount, c.currency)
        limit 1`),
  },
  {
    check: "what came in spite of a no is never the merchant's",
    look: (tx) =>
      firstOf(tx<Found>`
        select 'collection ' || c.id || ' is ' || c.status || ', and its payer was told ' || b.answer as found
        from bill_payments b join collections c on c.id = b.collection_id
        where b.answer <> 'payable' and c.status <> 'failed'
        limit 1`),
  },
  {
    check:
      'money for a number that nobody has is owed once by the operator, until the provider has returned it',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'receipt ' || coalesce(b.receipt, t.reference) || ' of ' || coalesce(b.amount, 0) || ' is booked '
          || coalesce(t.times, 0) || ' times with ' || coalesce(t.owed, 0) || ' owed' as found
        from (select * from bill_payments where control_number_id is null) b
        full join (
          select reference, environment, currency, count(*) as times,
            sum(case direction when 'credit' then amount else -amount end) as owed
          from ledger_transactions where merchant_id = ${operatorId} and type = 'payer_return' group by 1, 2, 3) t
          on (t.reference, t.environment, t.currency) = (b.receipt, b.environment, b.currency)
        where b.receipt is null or coalesce(t.times, 0) > 2
          or coalesce(t.owed, 0) <> case when b.returned_at is null then b.amount else 0 end
        limit 1`),
  },
  ...historyOf({
    noun: 'control number',
    names: {
      whole: 'every control number has a history without gaps that ends at its status',
      joined: 'every step of a control number begins where the one before ended',
      legal: 'every step of a control number is a legal one',
    },
    rows: (tx) => tx`select id, status, moves from control_numbers`,
    steps: (tx) =>
      tx`select control_number_id as id, seq, from_status, to_status from control_number_history`,
    legalSteps: [
      [null, 'ACTIVE'],
      ['ACTIVE', 'PAID'],
      ['ACTIVE', 'EXPIRED'],
      ['ACTIVE', 'CANCELLED'],
      ['PAID', 'ACTIVE'],
    ],
  }),
]
