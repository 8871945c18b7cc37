import type { Database } from '../../src/database/database.ts'

/** More than a page and any slack of time; few enough to be written in a moment. */
export const filled = 4_000

/** The nth row was made so long ago that the newest is of a minute ago. */
const everySeconds = 30

type Owner = { merchantId: string; userId: string }

/** For each table the columns of its nth row, as SQL; `id` and `at` are its own. Almost all rows are of the commonest kind. */
function rowsOf({ merchantId, userId }: Owner): Record<string, Record<string, string>> {
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
    payment_links: {
      ...{ ...owned, ...money, token: 'md5(n::text)', methods: `'{USSD_PUSH}'::text[]` },
      ...{ single_use: 'false', updated_at: 'at' },
    },
    invoices: {
      ...{ ...owned, number: 'n', token: `'t' || n`, status: `'PAID'`, customer_name: `'Asha'` },
      ...{ customer_phone: `'255713000000'`, items: `'[]'`, subtotal: '100', tax: '0', total: '100' },
      ...{ currency: `'TZS'`, due_date: 'at', paid_by: 'id', paid_at: 'at', updated_at: 'at' },
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
    },
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

/** Writes past every trigger, as a superuser may: what the rows mean to each other does not matter here. */
export async function fillLists(superuser: Database, owner: Owner): Promise<void> {
  await superuser.begin(async (tx) => {
    await tx.unsafe('set local session_replication_role = replica; set local statement_timeout = 0')
    for (const [table, columns] of Object.entries(rowsOf(owner))) {
      await tx.unsafe(`
        insert into ${table} (${Object.keys(columns).join(', ')})
        select ${Object.values(columns).join(', ')} from (
          select n, (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7000a000' || lpad(to_hex(n), 12, '0'))::uuid as id,
            at, decode(md5(n::text) || md5(n::text), 'hex') as hash
          from (
            select n, now() - (${filled} - n) * interval '${everySeconds} seconds' - interval '1 minute' as at
            from generate_series(1, ${filled}) as n
          ) as numbered
        ) as row`)
    }
    await tx.unsafe(`
      insert into ledger_accounts (id, merchant_id, environment, currency, kind, transactions)
      values (gen_random_uuid(), '${owner.merchantId}', 'sandbox', 'TZS', 'available', ${filled})
      on conflict (merchant_id, environment, currency, kind, provider) do update set transactions = ${filled}`)
    await tx.unsafe(`
      insert into collection_counts (merchant_id, environment, method, status, change)
      values ('${owner.merchantId}', 'sandbox', 'USSD_PUSH', 'successful', ${filled})`)
    // The collection that the exchanges are of goes by the id of the merchant.
    await tx.unsafe(`
      insert into collections (id, merchant_id, environment, family, amount, currency, status, provider, provider_reference, created_at, updated_at)
      values ('${owner.merchantId}', '${owner.merchantId}', 'sandbox', 'B', 100, 'TZS', 'created', 'sandbox', 'MLPX', now(), now())`)
    // So does the run that the findings are of.
    await tx.unsafe(`
      insert into reconciliations (id, environment, provider, day, source, covers, night, status, created_at)
      values ('${owner.merchantId}', 'sandbox', 'sandbox', now(), 'list', '{collection}', now(), 'done', now())`)
    for (const kind of ['collections', 'withdrawals', 'payment_links', 'invoices', 'customers']) {
      await tx.unsafe(`
        insert into metadata_words (word, id)
        select metadata_word(merchant_id, environment, '${kind}', 'shop', 'Kariakoo'), id from ${kind}
        where merchant_id = '${owner.merchantId}'`)
    }
    await tx.unsafe('analyze')
  })
}
