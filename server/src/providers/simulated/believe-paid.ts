import type { World } from '../../world/world.ts'

/** Takes the word of a merchant's developer for it that somebody has paid in the sandbox. It tells nobody: whoever said so knows. */
export async function believePaid({ sql }: World, reference: string): Promise<void> {
  await sql`
    update network_payments set state = 'paid', paid_amount = amount, failure_reason = null, due_at = null
    where reference = ${reference} and environment = 'sandbox' and state in ('waiting', 'declined', 'expired')`
}
