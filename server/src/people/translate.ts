import type { Person as PersonSchema } from '@malipo/contract'
import type { Static } from 'typebox'
import type { Person, SessionReply } from '../auth/auth.ts'
import { invalid, Refusal } from '../primitives/refusal.ts'

export type ShownPerson = Static<typeof PersonSchema>

export function showPerson(person: Person): ShownPerson {
  return {
    id: person.id,
    name: person.name,
    email: person.email,
    email_verified: person.emailVerified,
    two_factor_enabled: person.twoFactorEnabled,
    created_at: person.createdAt.toISOString(),
  }
}

/** The library's user, whose session token is left out on purpose: the cookie carries it, scripts must not see it. */
export function showLibraryUser(user: unknown): ShownPerson | null {
  if (user === null || typeof user !== 'object') return null
  const found = user as Record<string, unknown>
  return {
    id: String(found.id),
    name: String(found.name),
    email: String(found.email),
    email_verified: found.emailVerified === true,
    two_factor_enabled: found.twoFactorEnabled === true,
    created_at: new Date(String(found.createdAt)).toISOString(),
  }
}

/** The library's refusals in our words. What is not listed falls back on its status. */
export function refuseIfRefused(reply: SessionReply): void {
  if (reply.status < 400) return
  const code = String(reply.json?.code ?? '')
  const known = refusalsByCode[code]
  if (known) throw known()
  if (reply.status === 401)
    throw new Refusal('unauthenticated', { message: String(reply.json?.message ?? '') })
  if (reply.status === 403) throw new Refusal('forbidden')
  if (reply.status === 429) throw new Refusal('rate_limited')
  if (reply.status < 500)
    throw invalid({ field: 'body', problem: String(reply.json?.message ?? 'is not accepted') })
  throw new Error(`The sign-in library answered ${reply.status} ${code}`)
}

const emailTaken = () => invalid({ field: 'email', problem: 'is already in use; sign in instead' })

/** A code was looked at, and is not right: somebody guesses, or has one that is old. */
export class WrongCode extends Refusal {
  constructor(message: string) {
    super('unauthenticated', { message })
  }
}
const wrongCode = () => new WrongCode('The code is wrong or too old. Try the next one.')

const refusalsByCode: Record<string, () => Refusal> = {
  INVALID_EMAIL_OR_PASSWORD: () =>
    new Refusal('unauthenticated', { message: 'E-mail or password is wrong.' }),
  INVALID_EMAIL: () => invalid({ field: 'email', problem: 'must be an e-mail address' }),
  USER_ALREADY_EXISTS: emailTaken,
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: emailTaken,
  INVALID_PASSWORD: () => invalid({ field: 'password', problem: 'is not your present password' }),
  INVALID_TOKEN: () =>
    invalid({ field: 'token', problem: 'is not valid any more; ask for a new reset link' }),
  TWO_FACTOR_NOT_ENABLED: () =>
    new Refusal('invalid_state', { message: 'You have no second factor yet, and so no codes beside it.' }),
  INVALID_CODE: wrongCode,
  INVALID_BACKUP_CODE: wrongCode,
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: () =>
    new Refusal('unauthenticated', { message: 'Too many wrong codes. Sign in with your password again.' }),
  ACCOUNT_TEMPORARILY_LOCKED: () =>
    new Refusal('rate_limited', {
      message: 'Too many wrong codes. The account waits for 15 minutes.',
      details: { retry_after_seconds: 15 * 60 },
    }),
  INVALID_TWO_FACTOR_COOKIE: () =>
    new Refusal('unauthenticated', { message: 'Sign in with your password first, then give the code.' }),
}
