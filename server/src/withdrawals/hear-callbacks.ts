import { keepWords } from '../evidence/evidence.ts'
import type { PayOutLookedUp, PayOutOutcome } from '../providers/providers.ts'
import type { PaymentOwner } from '../quarantine/quarantine.ts'
import type { World } from '../world/world.ts'
import { lockFreeWithdrawal } from './lock-withdrawals.ts'
import { lookUpWithdrawal, type Sender } from './send-withdrawals.ts'
import { payOutPrefix, type WithdrawalRow } from './withdrawal-row.ts'

type Secrets = { was_sent: boolean; webhook_secret_sealed: Buffer; retired_secrets_sealed: Buffer[] }

/** What the callbacks of providers need to know of withdrawals. */
export function withdrawalCallbacks({ world, registry, resolvePayOut }: Sender) {
  const { sql, clock } = world
  return {
    about: 'disbursement',
    prefix: payOutPrefix,
    async find(id: string) {
      const [found] = await sql<
        (Pick<WithdrawalRow, 'id' | 'merchant_id' | 'environment' | 'provider'> & Secrets)[]
      >`
        select w.id, w.merchant_id, w.environment, w.provider, w.sent_at is not null as was_sent, m.webhook_secret_sealed,
          array(select r.secret_sealed from retired_webhook_secrets r
            where r.merchant_id = m.id and r.signs_until > ${clock.now()}) as retired_secrets_sealed
        from withdrawals w join merchants m on m.id = w.merchant_id where w.id = ${id}`
      return found ?? null
    },
    async hear(subject: PaymentOwner & { id: string }, word: PayOutOutcome, eventId: string) {
      const report = { withdrawalId: subject.id, source: 'callback', word, eventId } as const
      const { outcome, withdrawal } = await resolvePayOut(report, subject)
      return { outcome, status: withdrawal.status }
    },
    /** In whatever state: what is paid may have come back, and what failed may have been paid. */
    async lookUp(id: string) {
      const [row] = await sql<
        (PaymentOwner & Pick<WithdrawalRow, 'provider' | 'provider_reference' | 'method' | 'way'>)[]
      >`
        select merchant_id, provider, provider_reference, method, way, environment from withdrawals where id = ${id} and sent_at is not null`
      if (!row) return 'answered'
      if (!registry.hasRoom(row, 'lookUpPayOut')) return 'unclear'
      const word = await lookUpWithdrawal(registry, row)
      // Not knowing more than before is no news, and must not move anything.
      if (word.kind === 'unknown') return 'unclear'
      if (word.kind === 'never_seen') await keepUnseen(world, id, word)
      else await resolvePayOut({ withdrawalId: id, source: 'look_up', word }, row)
      return 'answered'
    },
  } as const
}

/** That the provider has never seen it moves nothing, and whoever wants to call it paid should know. */
async function keepUnseen(world: World, id: string, word: PayOutLookedUp): Promise<void> {
  await world.sql.begin(async (tx) => {
    const ordered = await lockFreeWithdrawal(tx, id)
    const { status } = ordered
    const said = { about: 'disbursement', subjectId: id, ordered, status, source: 'look_up', word } as const
    await keepWords(tx, world, [said])
  })
}
