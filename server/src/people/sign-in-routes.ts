import { operations } from '@malipo/contract'
import type { SessionReply, Sessions } from '../auth/auth.ts'
import { type Call, type Route, route } from '../http/http.ts'
import { Refusal } from '../primitives/refusal.ts'
import { subscriberOf } from '../primitives/subscriber.ts'
import { type AttemptCount, type AttemptLimit, countAttempts } from '../tallies/tallies.ts'
import type { World } from '../world/world.ts'
import { codeGuard } from './guard-codes.ts'
import { refuseIfRefused, type ShownPerson, showLibraryUser, WrongCode } from './translate.ts'

type AnyCall = Pick<Call<never>, 'headers' | 'address' | 'setCookies'>
type Asked = { method: 'GET' | 'POST'; path: string; body?: unknown }

export type SignInParts = {
  sessions: Sessions
  world: World
  limitsAreOn: boolean
  maySignUp(email: string, invitationToken: string | undefined): Promise<boolean>
}

/** Wrong passwords for one account from one subscriber's addresses; an honest person has found theirs by then. */
const guesses: AttemptLimit = { kind: 'password', most: 10, windowMs: 15 * 60_000 }

/** Reset mails to one address; beyond that somebody is filling a stranger's mailbox. */
const resetMails: AttemptLimit = { kind: 'reset-mail', most: 5, windowMs: 3_600_000 }

export function signInRoutes({ sessions, world, limitsAreOn, maySignUp }: SignInParts): Route[] {
  const passwords = countAttempts(world.sql, world.clock, guesses)
  const resets = countAttempts(world.sql, world.clock, resetMails)

  const codes = codeGuard(world, sessions)

  /** Asks the library in the caller's name. */
  function askAs(call: AnyCall, asked: Asked): Promise<SessionReply> {
    const headers = {
      cookie: call.headers.cookie,
      'user-agent': call.headers.userAgent,
      'x-malipo-address': call.address,
    }
    return sessions.ask({ ...asked, headers })
  }

  /** The same, with its cookies handed on. */
  async function ask(call: AnyCall, asked: Asked): Promise<SessionReply> {
    const reply = await askAs(call, asked)
    if (reply.cookies.length > 0) call.setCookies(reply.cookies)
    return reply
  }

  async function insist(call: AnyCall, asked: Asked): Promise<Record<string, unknown>> {
    const reply = await ask(call, asked)
    refuseIfRefused(reply)
    return reply.json ?? {}
  }

  async function signedIn(call: AnyCall, path: string, body: unknown) {
    const json = await insist(call, { method: 'POST', path, body })
    return { user: showLibraryUser(json.user), two_factor_required: json.twoFactorRedirect === true }
  }

  /** Hands on a session that has just begun, unless it must not have: then it ends before anybody has its cookie. */
  async function begun(
    call: AnyCall,
    reply: SessionReply,
    isWrong: (user: ShownPerson) => Promise<Refusal | null>,
  ) {
    refuseIfRefused(reply)
    const [user, token] = [showLibraryUser(reply.json?.user), reply.json?.token]
    const wrong = user && typeof token === 'string' ? await isWrong(user) : null
    if (wrong !== null) {
      await world.sql`delete from sessions where token = ${String(token)}`
      throw wrong
    }
    if (reply.cookies.length > 0) call.setCookies(reply.cookies)
    return { user, two_factor_required: reply.json?.twoFactorRedirect === true }
  }

  /** The library read the person before it checked the password, which takes long enough for a second factor to be switched on. */
  async function protectedMeanwhile({ id }: ShownPerson): Promise<Refusal | null> {
    const [found] = await world.sql`select from users where id = ${id} and two_factor_enabled`
    return found
      ? new Refusal('unauthenticated', { message: 'A second factor was set up. Sign in again.' })
      : null
  }

  /** Every call that takes a password goes through here, so that none of them can be used to guess it. */
  async function guarded<T>(call: AnyCall, account: string, work: () => Promise<T>): Promise<T> {
    if (!limitsAreOn) return work()
    return guardGuesses(passwords, `${account.toLowerCase()} ${subscriberOf(call.address)}`, work)
  }

  return [
    route(operations.signUp, async (call) => {
      const { invitation_token: token, ...person } = call.body
      if (!(await maySignUp(person.email, token))) {
        throw new Refusal('forbidden', {
          message:
            'Signing up is closed here. Ask a merchant to invite you, and sign up with the link you get.',
        })
      }
      return signedIn(call, '/sign-up/email', person)
    }),
    route(operations.signIn, (call) =>
      guarded(call, call.body.email, async () => {
        const reply = await askAs(call, { method: 'POST', path: '/sign-in/email', body: call.body })
        return await begun(call, reply, protectedMeanwhile)
      }),
    ),
    route(operations.signOut, async (call) => {
      await ask(call, { method: 'POST', path: '/sign-out' })
      return { done: true as const }
    }),
    route(operations.readSession, async (call) => {
      const { session, user } = await insist(call, { method: 'GET', path: '/get-session' })
      return { session: showSession(session), user: showLibraryUser(user) }
    }),
    route(operations.changePassword, (call) =>
      guarded(call, call.caller.user.email, async () => {
        const { current_password: currentPassword, new_password: newPassword } = call.body
        const body = { currentPassword, newPassword, revokeOtherSessions: true }
        await insist(call, { method: 'POST', path: '/change-password', body })
        return { done: true as const }
      }),
    ),
    route(operations.requestPasswordReset, async (call) => {
      const address = call.body.email.toLowerCase()
      const isEnough = limitsAreOn && (await resets.take(address)) > 0
      // The answer is the same in any case: it must not tell who is known here.
      if (!isEnough) await insist(call, { method: 'POST', path: '/request-password-reset', body: call.body })
      return { done: true as const }
    }),
    route(operations.resetPassword, async (call) => {
      const body = { token: call.body.token, newPassword: call.body.new_password }
      await insist(call, { method: 'POST', path: '/reset-password', body })
      return { done: true as const }
    }),
    route(operations.enableTwoFactor, (call) =>
      guarded(call, call.caller.user.email, async () => {
        const begin = () => insist(call, { method: 'POST', path: '/two-factor/enable', body: call.body })
        // Of two that begin at once one finds the place taken. What is there by then it begins anew.
        const json = await begin().catch((error) =>
          error instanceof Refusal ? Promise.reject(error) : begin(),
        )
        return { totp_uri: String(json.totpURI), backup_codes: json.backupCodes as string[] }
      }),
    ),
    route(operations.disableTwoFactor, (call) =>
      guarded(call, call.caller.user.email, async () => {
        await insist(call, { method: 'POST', path: '/two-factor/disable', body: call.body })
        return { done: true as const }
      }),
    ),
    route(operations.regenerateBackupCodes, (call) =>
      guarded(call, call.caller.user.email, async () => {
        const path = '/two-factor/generate-backup-codes'
        const json = await insist(call, { method: 'POST', path, body: call.body })
        return { backup_codes: json.backupCodes as string[] }
      }),
    ),
    route(operations.verifyTotp, (call) =>
      codes.guess(call.headers.cookie, async () => {
        const isSignIn = call.caller.kind !== 'person'
        const reply = await askAs(call, { method: 'POST', path: '/two-factor/verify-totp', body: call.body })
        const { user } = await begun(call, reply, async ({ id }) =>
          isSignIn && (await codes.isSpent(id, call.body.code)) ? spentCode() : null,
        )
        return { user: withSecondFactor(user), two_factor_required: false }
      }),
    ),
    route(operations.verifyBackupCode, (call) =>
      codes.guess(call.headers.cookie, () => signedIn(call, '/two-factor/verify-backup-code', call.body)),
    ),
  ]
}

/** Somebody who looked over a shoulder has the code, and maybe the password. The person whose code it was has the next one in a moment. */
const spentCode = () => new WrongCode('This code was used already. Sign in again, with the next one.')

/** Who gave a code has a second factor; the library answers with the person as they were before it was confirmed. */
function withSecondFactor(user: ShownPerson | null): ShownPerson | null {
  return user && { ...user, two_factor_enabled: true }
}

async function guardGuesses<T>(attempts: AttemptCount, name: string, work: () => Promise<T>): Promise<T> {
  const waitSeconds = await attempts.take(name)
  if (waitSeconds > 0) {
    throw new Refusal('rate_limited', {
      message: 'Too many wrong passwords. Wait, or reset the password.',
      details: { retry_after_seconds: waitSeconds },
    })
  }
  try {
    const result = await work()
    await attempts.forgive(name)
    return result
  } catch (error) {
    const wasGuess = error instanceof Refusal && error.status < 500
    if (!wasGuess) await attempts.takeBack(name)
    throw error
  }
}

function showSession(session: unknown) {
  if (session === null || typeof session !== 'object') return null
  const found = session as Record<string, unknown>
  return {
    id: String(found.id),
    expires_at: new Date(String(found.expiresAt)).toISOString(),
    created_at: new Date(String(found.createdAt)).toISOString(),
  }
}
