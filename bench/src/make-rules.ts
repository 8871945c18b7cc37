import type { World } from '../../server/src/world/world.ts'

const never = { field: 'amount', is: 'more_than', value: '999999.00' }
const measures = [
  'payer_count_10m',
  'payer_count_1d',
  'key_count_10m',
  'merchant_count_10m',
  'payer_count_1h',
]

/** Five rules that nothing meets, for a merchant of a bench. */
export async function makeRules(
  { sql, newId, clock }: World,
  merchantId: string,
  sort: string,
): Promise<void> {
  if (sort !== 'itself' && sort !== 'counting') return
  for (const field of measures) {
    const condition = sort === 'itself' ? never : { all: [never, { field, is: 'more_than', value: '4' }] }
    await sql`
      insert into risk_rules (id, version, is_current, name, applies_to, merchant_id, condition, action, mode, changed_at)
      values (${newId()}, 1, true, ${field}, 'collections', ${merchantId}, ${JSON.stringify(condition)}::jsonb, 'block', 'on', ${clock.now()})`
  }
  await sql`update risk_state set version = version + 1`
}
