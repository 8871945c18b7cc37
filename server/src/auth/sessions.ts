import type { twoFactor } from 'better-auth/plugins/two-factor'
import type { Database } from '../database/database.ts'
import type { NewId } from '../primitives/id.ts'
import type { Vault } from '../primitives/seal.ts'
import { proveAddress } from './addresses.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'
import { signedAnew } from './signed-cookies.ts'

export type SessionOptions = {
  sql: Database
  baseUrl: string
  /** Whose present key signs and encrypts; those before still count for cookies. */
  vault: Pick<Vault, 'sessionSecret' | 'earlierSessionSecrets'>
  newId: NewId
  sendPasswordReset(to: { email: string; name: string }, token: string): Promise<void>
}

export type SessionCall = {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: unknown
}
export type SessionReply = { status: number; json: Record<string, unknown> | null; cookies: string[] }

/** Whose session it is, and which; never what it is carried on with. */
export type FoundSession = { id: string; userId: string }

/** The sign-in library behind one door: what it is asked, what it answers, and the cookies it wants set. */
export type Sessions = {
  ask(call: SessionCall): Promise<SessionReply>
  find(cookie: string): Promise<FoundSession | null>
  /** Who has given the password and still owes the code, if the cookie is of somebody who does. */
  findHalfway(cookie: string): Promise<string | null>
  /** Loads the library, which takes most of a second: whoever answers people does so before the first comes. */
  warmUp(): Promise<void>
}

export const sessionCookieName = 'malipo.session_token'
const halfwayCookie = /(?:^|; )(?:__Secure-)?malipo\.two_factor=([^;]+)/
const signInPath = '/v1/auth'

export function createSessions(options: SessionOptions): Sessions {
  const open = openForSecret(options)
  const ours = (cookie: string) =>
    signedAnew(cookie, options.vault.sessionSecret, options.vault.earlierSessionSecrets)
  const origin = new URL(options.baseUrl).origin
  return {
    async ask({ method, path, headers, body }) {
      const library = await open()
      const response = await library.handler(
        new Request(`${origin}${signInPath}${path}`, {
          method,
          headers: {
            ...headers,
            ...(headers.cookie && { cookie: ours(headers.cookie) }),
            origin,
            'content-type': 'application/json',
          },
          ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
        }),
      )
      if (response.status >= 500) await tellDatabaseAway(options.sql)
      const text = await response.text()
      return {
        status: response.status,
        json: text.startsWith('{') ? JSON.parse(text) : null,
        cookies: response.headers.getSetCookie(),
      }
    },
    async find(cookie) {
      const library = await open()
      const read = () => library.api.getSession({ headers: new Headers({ cookie: ours(cookie) }) })
      const found = await read().catch(async () => {
        await tellDatabaseAway(options.sql)
        // The database is there after all: a connection was cut, and reading again does no harm.
        return await read()
      })
      return found && { id: found.session.id, userId: found.user.id }
    },
    async findHalfway(cookie) {
      // The signature is for the library to check: whoever makes one up is refused there, and has no account to be counted for here.
      const [, challenge] = /^(.+)\.[^.]+$/.exec(readCookie(halfwayCookie.exec(cookie)?.[1]) ?? '') ?? []
      if (challenge === undefined || challenge.includes('\0')) return null
      const [found] = await options.sql<{ value: string }[]>`
        select value from verifications where identifier = ${challenge} limit 1`
      return found?.value ?? null
    },
    warmUp: async () => void (await open()),
  }
}

function readCookie(text = ''): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** The library is half of what we load, and commands, workers and many processes never ask it anything. */
async function openLibrary(options: SessionOptions) {
  const [{ betterAuth }, { twoFactor }] = await Promise.all([
    import('better-auth'),
    import('better-auth/plugins/two-factor'),
  ])
  return betterAuth(libraryOptions(options, twoFactor))
}

/** Opened by whoever asks first, and again when the secret was changed. */
function openForSecret(options: SessionOptions): () => ReturnType<typeof openLibrary> {
  let opened: { secret: string; library: ReturnType<typeof openLibrary> } | undefined
  return () => {
    const secret = options.vault.sessionSecret
    if (opened?.secret !== secret) opened = { secret, library: openLibrary(options) }
    return opened.library
  }
}

/** The library swallows what the database said. If it is still away, asking again brings it up. */
async function tellDatabaseAway(sql: Database): Promise<void> {
  await sql`select 1`
}

function libraryOptions(options: SessionOptions, secondFactor: typeof twoFactor) {
  return {
    appName: 'Malipo',
    baseURL: options.baseUrl,
    basePath: signInPath,
    secret: options.vault.sessionSecret,
    database: options.sql.pool,
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      revokeSessionsOnPasswordReset: true,
      password: { hash: hashPassword, verify: verifyPassword },
      sendResetPassword: ({ user, token }: { user: { email: string; name: string }; token: string }) =>
        options.sendPasswordReset(user, token),
      // The token left by mail and nowhere else. A second factor stays: a mailbox alone opens no account that has one.
      onPasswordReset: ({ user }: { user: { id: string } }) => proveAddress(options.sql, user.id),
    },
    // A week, prolonged daily while it is used. No cookie cache: an ended session is over at once.
    session: { ...sessionColumns, expiresIn: 7 * 24 * 3600, updateAge: 24 * 3600 },
    user: userColumns,
    account: accountColumns,
    verification: verificationColumns,
    plugins: [secondFactor({ issuer: 'Malipo', schema: twoFactorColumns })],
    advanced: {
      cookiePrefix: 'malipo',
      useSecureCookies: options.baseUrl.startsWith('https:'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' as const, path: '/' },
      ipAddress: { ipAddressHeaders: ['x-malipo-address'] },
      database: { generateId: () => options.newId() },
    },
    // Our own limits count sign-ins, by address and by account; two limiters would only confuse.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    // Thrown to us, where they are logged; printed by the library they would go around our log and what it hides.
    onAPIError: { throw: true },
  }
}

const times = { createdAt: 'created_at', updatedAt: 'updated_at' }

const userColumns = { modelName: 'users', fields: { ...times, emailVerified: 'email_verified' } }

const sessionColumns = {
  modelName: 'sessions',
  fields: {
    ...times,
    userId: 'user_id',
    expiresAt: 'expires_at',
    ipAddress: 'ip_address',
    userAgent: 'user_agent',
  },
}

const accountColumns = {
  modelName: 'accounts',
  fields: {
    ...times,
    userId: 'user_id',
    accountId: 'account_id',
    providerId: 'provider_id',
    accessToken: 'access_token',
    refreshToken: 'refresh_token',
    idToken: 'id_token',
    accessTokenExpiresAt: 'access_token_expires_at',
    refreshTokenExpiresAt: 'refresh_token_expires_at',
  },
}

const verificationColumns = { modelName: 'verifications', fields: { ...times, expiresAt: 'expires_at' } }

const twoFactorColumns = {
  user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
  twoFactor: {
    modelName: 'two_factors',
    fields: {
      userId: 'user_id',
      backupCodes: 'backup_codes',
      failedVerificationCount: 'failed_verification_count',
      lockedUntil: 'locked_until',
    },
  },
}
