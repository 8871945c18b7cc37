import { deleteOld } from '../database/database.ts'
import type { Route } from '../http/http.ts'
import type { Chore } from '../jobs/jobs.ts'
import { queueMail } from '../mail/mail.ts'
import type { World } from '../world/world.ts'
import { sessionRoutes } from './session-routes.ts'
import { type SignInParts, signInRoutes } from './sign-in-routes.ts'

/** Who people are: signing in, and what they may do. */
export function routes(parts: SignInParts): Route[] {
  return [...signInRoutes(parts), ...sessionRoutes(parts.world)]
}

export function chores({ world: { sql, clock } }: { world: World }): Chore[] {
  const forget = async () => {
    for (const table of ['sessions', 'verifications'])
      await deleteOld(sql, { table, column: 'expires_at' }, clock.now())
  }
  return [{ name: 'sessions.forget', everyMs: 60_000, work: forget }]
}

/** How somebody who forgot their password gets on: a link to the address they signed up with. */
export async function mailPasswordReset(
  world: World,
  to: { email: string; name: string },
  token: string,
): Promise<void> {
  const text =
    `Hello ${to.name},\n\nopen this link within the hour to choose a new password:\n\n` +
    `${world.baseUrl}/reset-password?token=${token}\n\nIf you did not ask for it, do nothing.\n`
  await queueMail(world.sql, world, [{ to: to.email, subject: 'Reset your Malipo password', text }])
}
