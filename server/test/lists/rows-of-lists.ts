import { batchRows, rowOfBatch } from './fill-batches.ts'

export type Owner = { merchantId: string; userId: string }

/** For each table the columns of its nth row, as SQL; `id` and `at` are its own. Almost all rows are of the commonest kind. */
export function rowsOf({ merchantId, userId }: Owner): Record<string, Record<string, string>> {
  const ofMerchant = { id: 'id', merchant_id: `'${merchantId}'::uuid`, created_at: 'at' }
  const owned = { ...ofMerchant, environment: `'sandbox'` }
  const money = { amount: '100', currency: `'TZS'` }
  return {
    merchants: {
      ...{ id: 'id', name: `'Shop ' || n`, verification_status: `'verified'`, is_active: 'true' },
      ...{ webhook_secret_sealed: `''`, created_at: 'at', updated_at: 'at' },
    },
    users: {
      id: 'id',
      name: `'Person'`,
      email: `'p' || n || '@fill.test'`,
      created_at: 'at',
      updated_at: 'at',
    },
    memberships: { ...ofMerchant, user_id: 'id', role: `'viewer'` },
    invitations: {
      ...{
        ...ofMerchant,
        email: `'i' || n || '@fill.test'`,
        role: `'viewer'`,
        token_hash: `decode(md5(n::text), 'hex')`,
      },
      expires_at: `at + interval '7 days'`,
    },
    api_keys: {
      ...{ ...owned, name: `'Key'`, scopes: `'{balance:read}'`, key_hash: `decode(md5(n::text), 'hex')` },
      last_four: `'last'`,
    },
    alerts: {
      ...{
        id: 'id',
        kind: `'books_red'`,
        subject: `'check ' || n`,
        title: `'Title'`,
        text: `'Text'`,
        count: '1',
      },
      ...{ since: 'at', last_at: 'at', raised_at: 'at', resolved_at: `at + interval '1 hour'` },
    },
    super_admins: { user_id: 'id', created_at: 'at' },
    customers: { ...owned, name: `'Asha'`, phone: `'255713000000'` },
    recipients: {
      ...{ ...owned, method: `'BANK_ACCOUNT'`, destination_code: `'B' || n`, destination_name: `'Asha'` },
      ...{ destination_identifier: `'255713000000'`, usable_from: 'at', updated_at: 'at' },
    },
    notifications: { ...owned, kind: `'notice'`, title: `'Title'`, text: `'Text'` },
    collections: {
      ...{
        ...owned,
        ...money,
        family: `'B'`,
        method: `'USSD_PUSH'`,
        status: `'successful'`,
        reference: `'r' || n`,
        customer_phone: `'255713000000'`,
      },
      ...{ provider: `'sandbox'`, provider_reference: `'MLP' || n`, updated_at: 'at', completed_at: 'at' },
    },
    collection_exchanges: {
      ...{
        id: 'id',
        provider: `'sandbox'`,
        reference: `'MLPX'`,
        call: `'look_up'`,
        kind: `'unknown'`,
        at: 'at',
      },
      ...{ request: `'{}'`, response: `'{}'` },
    },
    control_numbers: {
      ...{ ...owned, ...money, number: `lpad(n::text, 13, '0')`, kind: `'ORDER'`, payment_mode: `'EXACT'` },
      ...{
        status: `'ACTIVE'`,
        provider: `'simulated'`,
        paid_count: '0',
        paid_amount: '0',
        moves: '1',
        updated_at: 'at',
      },
    },
    payment_links: {
      ...{ ...owned, ...money, token: 'md5(n::text)', methods: `'{USSD_PUSH}'::text[]` },
      ...{ single_use: 'false', updated_at: 'at' },
    },
    invoices: {
      ...{ ...owned, number: 'n', token: `'t' || n`, status: `'PAID'`, customer_name: `'Asha'` },
      ...{ customer_phone: `'255713000000'`, items: `'[]'`, subtotal: '100', tax: '0', total: '100' },
      ...{ currency: `'TZS'`, due_date: 'at', paid_by: 'id', paid_at: 'at', updated_at: 'at' },
    },
    credit_notes: {
      ...{ ...owned, number: 'n', invoice_id: `'${merchantId}'`, reason: `'Torn'`, amount: '1', tax: '0' },
      ...{ given_back: '0', currency: `'TZS'` },
    },
    discrepancies: {
      ...{ ...owned, collection_id: 'id', kind: `'other_amount'`, ours: `'1'`, theirs: `'2'` },
      ...{ status: `'settled'`, action: `'keep_ours'`, settled_at: 'at' },
    },
    withdrawals: {
      ...{ ...owned, ...money, method: `'MOBILE_MONEY'`, status: `'SUCCESS'`, destination_code: `'MPESA'` },
      ...{
        destination_name: `'Juma'`,
        destination_identifier: `'255713000000'`,
        percentage_fee: '0',
        flat_fee: '0',
      },
      ...{
        pricing_rule_id: `'00000000-0000-7000-8000-000000000001'`,
        processor_charge: '0',
        total_charges: '0',
      },
      ...{ processor_fee_pass_through: 'true', total_reserved: '100', provider: `'sandbox'` },
      ...{ provider_reference: `'MLPO' || n`, updated_at: 'at', completed_at: 'at' },
      // Every other one is a refund: neither list may read the other's rows.
      ...{ kind: `case when n % 2 = 0 then 'refund' else 'withdrawal' end` },
      ...{
        collection_id: 'case when n % 2 = 0 then id end',
        paid_as: `case when n % 2 = 0 then 'MLP' || n end`,
      },
      ...{
        origin: `case when n % 2 = 0 then 'requested' end`,
        reason: `case when n % 2 = 0 then 'requested' end`,
      },
      ...{ way: `case when n % 2 = 0 then 'pay_out' end` },
      ...rowOfBatch,
    },
    disbursement_batches: batchRows(owned),
    ledger_transactions: {
      ...{
        ...owned,
        ...money,
        seq: 'n',
        type: `'collection'`,
        direction: `'credit'`,
        balance_after: '100 * n',
      },
      ...{ cause: `'fill ' || n`, reference: `'r' || n` },
    },
    events: {
      ...owned,
      type: `'collection.success'`,
      resource_id: 'id',
      sequence: '1',
      body: `'{"timestamp":"2026-11-15T12:00:00.000Z","data":{}}'`,
    },
    // Deleted: nobody has so many at a time.
    added_webhook_endpoints: { ...owned, asks_since: 'at', deleted_at: 'at' },
    webhook_deliveries: {
      ...{
        ...owned,
        event_id: 'id',
        endpoint_id: 'id',
        cause: `'event'`,
        status: `'delivered'`,
        attempts: '1',
      },
      delivered_at: 'at',
    },
    requests: {
      ...{
        ...owned,
        method: `'GET'`,
        path: `'/v1/some'`,
        status: '200',
        duration_ms: '5',
        ip: `'127.0.0.1'`,
      },
      ...{ api_key_id: `'${merchantId}'::uuid`, idempotency_key: 'id', resource_id: 'id' },
      ...{ request_body_cut: 'false', response_body_cut: 'false' },
    },
    network_payments: {
      ...{ ...owned, ...money, reference: `'MLP' || n`, merchant_name: `'Shop'`, method: `'USSD_PUSH'` },
      ...{
        phone: `'255713000000'`,
        state: `'waiting'`,
        is_exact: 'false',
        seed: `'seed'`,
        draw: '1',
        failure_rate: '0',
      },
    },
    float_top_ups: {
      ...{ id: 'id', environment: `'sandbox'`, provider: `'sandbox'`, ...money, reference: `'FT' || n` },
      ...{ paid_on: `at`, recorded_by: `'${userId}'::uuid`, created_at: 'at' },
    },
    privacy_requests: {
      ...{ ...owned, kind: `'export'`, status: `'DONE'`, phone: `'255713000000'`, done_at: 'at' },
      asked_by: `'${userId}'::uuid`,
    },
    data_exports: {
      ...{ ...owned, status: `'EXPIRED'`, sha256: `'0'`, ready_at: 'at', ends_at: 'at' },
      asked_by: `'${userId}'::uuid`,
    },
    statements: {
      ...{
        ...owned,
        currency: `'TZS'`,
        from_day: `'2000-01-01'::date + n::int`,
        to_day: `'2000-01-01'::date + n::int`,
        kind: `'daily'`,
      },
      ...{ status: `'READY'`, sha256: `''`, closing_available: '0', ready_at: 'at' },
    },
    fiscal_receipts: {
      ...{
        id: 'id',
        merchant_id: `'${merchantId}'::uuid`,
        environment: `'sandbox'`,
        collection_id: 'gen_random_uuid()',
      },
      ...{ amount: '100', currency: `'TZS'`, number: 'n + 1' },
      ...{ day: `'2001-01-01'::date + (n % 1000)::int`, day_number: '1', tax_code: `'EXEMPT'`, tax: '0' },
      ...{ numbered_at: 'at', status: `'ISSUED'`, verification_code: `'A'`, verification_url: `'https://a'` },
      ...{ issued_at: 'at', queued_at: 'at', updated_at: 'at' },
    },
    fiscal_days: {
      ...{
        ...owned,
        day: `'2001-01-01'::date + n::int`,
        status: `'CLOSED'`,
        receipts: '0',
        amount: '0',
        tax: '0',
      },
      ...{ currency: `'TZS'`, closed_at: 'at' },
    },
    settlements: {
      ...{ id: 'id', merchant_id: `'${merchantId}'::uuid`, environment: `'sandbox'`, currency: `'TZS'` },
      ...{
        day: `'2000-01-01'::date + n::int`,
        provider: `'sandbox'`,
        network: `''`,
        count: '1',
        gross: '1',
        fees: '0',
      },
      ...{ refunds: '0', reversals: '0' },
    },
    reconciliations: {
      ...{
        id: 'id',
        environment: `'sandbox'`,
        provider: `'sandbox'`,
        day: 'at',
        source: `'list'`,
        covers: `'{collection}'`,
      },
      ...{ night: `at::date - n`, status: `'done'`, created_at: 'at' },
    },
    reconciliation_findings: {
      ...{
        id: 'id',
        reconciliation_id: `'${merchantId}'::uuid`,
        kind: `'missing_here'`,
        about: `'collection'`,
      },
      reference: `'MLP' || n`,
    },
    pricing_rules: {
      ...{
        ...ofMerchant,
        channel: `'COLLECTION'`,
        version: 'n',
        label: `'Own'`,
        percentage: '0',
        flat_fee: '0',
      },
      ...{ processor_charge: '0', processor_fee_pass_through: 'true', effective_from: 'at' },
    },
    sandbox_messages: { ...ofMerchant, channel: `'sms'`, recipient: `'255713000000'`, text: `'Text'` },
    audit_log: {
      ...{
        seq: 'n + 100',
        at: 'at',
        actor_kind: `'member'`,
        actor_id: `'${userId}'::uuid`,
        action: `'api_key.created'`,
      },
      ...{
        subject_kind: `'api_key'`,
        subject_id: `'${userId}'::uuid`,
        merchant_id: `'${merchantId}'::uuid`,
        details: `'{}'`,
      },
      ...{ previous_hash: 'hash', hash: 'hash' },
    },
  }
}
