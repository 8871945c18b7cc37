import { verifyAudit } from '../../audit/audit.ts'
import type { Transaction } from '../../database/database.ts'
import type { Vault } from '../../primitives/seal.ts'
import { type Check, type Found, firstOf } from './check.ts'

export const accountChecks: Check[] = [
  { check: 'the audit log is an unbroken chain', look: verifyAudit },
  {
    check: 'every API key change is in the audit log',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'key ' || k.id || ' was made without an entry' as found from api_keys k
        where not exists (select from audit_log a where a.subject_id = k.id
          and a.action in ('api_key.created', 'api_key.rotated'))
        union all
        select 'key ' || k.id || ' was revoked without an entry' from api_keys k
        where k.revoked_at is not null
          and not exists (select from audit_log a where a.subject_id = k.id and a.action = 'api_key.revoked')
          and not exists (select from api_keys fresh where fresh.rotated_from = k.id)
        limit 1`),
  },
  {
    check: 'every merchant has an owner, or an invitation for one',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'merchant ' || m.id || ' has no owner' as found from merchants m
        where not exists (select from memberships where merchant_id = m.id and role = 'owner')
          and not exists (select from invitations where merchant_id = m.id and role = 'owner')
        limit 1`),
  },
  { check: 'every webhook secret can be opened', look: findClosedSecret },
]

/** Those that were replaced too: they go on signing for a while. */
async function findClosedSecret(tx: Transaction, vault: Vault): Promise<string | null> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const secrets = await tx<{ id: string; owner: string; sealed: Buffer }[]>`
      select id, owner, sealed from (
        select id, 'merchant ' || id as owner, webhook_secret_sealed as sealed from merchants
        union all
        select id, 'merchant ' || merchant_id || ' before rotation', secret_sealed from retired_webhook_secrets
        union all
        select id, 'endpoint ' || id, secret_sealed from added_webhook_endpoints where secret_sealed is not null
        union all
        select id, 'endpoint ' || endpoint_id || ' before rotation', secret_sealed from retired_endpoint_secrets) s
      where id > ${after} order by id limit 1000`
    for (const { id, owner, sealed } of secrets) {
      try {
        if (!vault.open(sealed).startsWith('whsec_')) return `${owner} has a malformed webhook secret`
      } catch {
        return `the webhook secret of ${owner} cannot be opened`
      }
      after = id
    }
    if (secrets.length === 0) return null
  }
}
