import type { Decider, PersonPrincipal } from '../auth/auth.ts'

/** The Super Admin who called, as those see them who let nobody decide about their own. */
export function deciderOf({ caller, requestId }: { caller: PersonPrincipal; requestId: string }): Decider {
  const { id, twoFactorEnabled } = caller.user
  return { adminId: id, hasSecondFactor: twoFactorEnabled, requestId }
}
