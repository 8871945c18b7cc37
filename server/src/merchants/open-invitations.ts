import type { World } from '../world/world.ts'

/** Whether somebody wants this person here: then they may sign up even where signing up is closed. */
export async function isInvited({ sql, clock }: World, email: string): Promise<boolean> {
  const open = await sql`
    select from invitations
    where email = ${email.toLowerCase()} and accepted_at is null and revoked_at is null and expires_at > ${clock.now()}
    limit 1`
  return open.length > 0
}
