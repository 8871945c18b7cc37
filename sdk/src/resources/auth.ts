// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { List } from '../list.ts'
import type { PageLanguage } from './fields.ts'
import type { Membership } from './records.ts'

export interface BackupCodes {
  backup_codes: string[]
}

export interface ChangeMeRequest {
  name?: string | undefined
  language?: PageLanguage | null | undefined
}

export interface ChangePasswordRequest {
  current_password: string
  new_password: string
}

export interface Done {
  done: true
}

export interface EnableTwoFactorReply {
  totp_uri: string
  backup_codes: string[]
}

export interface Me {
  user: Person
  /** What they read; null for what their browser says. */
  language: PageLanguage | null
  is_super_admin: boolean
  merchants: Membership[]
}

export interface OpenSession {
  id: string
  /** The one that this request came with. */
  is_current: boolean
  /** Like `Chrome on Android`, as far as it tells. */
  device: string | null
  /** From where it was begun, without its end: enough to know a place by. */
  address: string | null
  created_at: string
  /** To the day: it is noted once in 24 hours. */
  last_used_at: string
  expires_at: string
}

export interface PasswordRequest {
  password: string
}

export interface Person {
  id: string
  name: string
  email: string
  /** True once a link that only this address was mailed has been used. */
  email_verified: boolean
  two_factor_enabled: boolean
  created_at: string
}

export interface ReadSessionReply {
  session: Session | null
  user: Person | null
}

export interface RequestPasswordResetRequest {
  email: string
}

export interface ResetPasswordRequest {
  token: string
  new_password: string
}

export interface RevokeOtherSessionsReply {
  revoked: number
}

export interface RevokeSessionReply {
  id: string
  revoked: true
}

export interface SecondFactorRequest {
  code: string
}

export interface Session {
  id: string
  expires_at: string
  created_at: string
}

export interface SignInRequest {
  email: string
  password: string
}

export interface SignUpRequest {
  name: string
  email: string
  password: string
  /** The end of the link of an invitation. Needed where signing up is closed. */
  invitation_token?: string | undefined
}

export interface SignedIn {
  user: Person | null
  /** True when a code must follow before the session begins. */
  two_factor_required: boolean
}

export interface ListSessionsQuery {
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
}

export interface AuthCalls {
  /** Sign up and begin a session. Anybody may sign up with any address: nothing is granted by it until a link that was mailed to it has been used. */
  signUp(body: SignUpRequest, options?: CallOptions): Promise<SignedIn & { session: string }>

  /** Sign in and begin a session. Sets the session cookie. With a second factor, verify-totp or verify-backup-code must follow. */
  signIn(body: SignInRequest, options?: CallOptions): Promise<SignedIn & { session: string }>

  /** End the session. */
  signOut(options?: CallOptions): Promise<Done>

  /** Who is signed in, if anyone. */
  getSession(options?: CallOptions): Promise<ReadSessionReply>

  /** Change the password and end all other sessions. */
  changePassword(body: ChangePasswordRequest, options?: CallOptions): Promise<Done>

  /** Have a reset link mailed. The answer is the same whether or not the address is known. */
  requestPasswordReset(body: RequestPasswordResetRequest, options?: CallOptions): Promise<Done>

  /** Set a new password with the token of a reset link. */
  resetPassword(body: ResetPasswordRequest, options?: CallOptions): Promise<Done>

  /** Begin to use a second factor. Scan totp_uri with an authenticator app, then confirm with verify-totp. */
  enableTwoFactor(body: PasswordRequest, options?: CallOptions): Promise<EnableTwoFactorReply>

  /** Give the six-digit code: to finish a sign-in, or to confirm the second factor. */
  verifyTotp(body: SecondFactorRequest, options?: CallOptions): Promise<SignedIn & { session: string }>

  /** Finish a sign-in with a backup code. */
  verifyBackupCode(body: SecondFactorRequest, options?: CallOptions): Promise<SignedIn & { session: string }>

  /** Stop using a second factor. */
  disableTwoFactor(body: PasswordRequest, options?: CallOptions): Promise<Done>

  /** The signed-in person and the merchants they act for. */
  me(options?: CallOptions): Promise<Me>

  /** Where you are signed in. */
  listSessions(query?: ListSessionsQuery, options?: CallOptions): List<OpenSession>

  /** Sign out elsewhere. It stops working at once, in open tabs too. */
  revokeSession(session_id: string, options?: CallOptions): Promise<RevokeSessionReply>

  /** Sign out everywhere else. Every session but this one stops working at once, in open tabs too. */
  revokeOtherSessions(options?: CallOptions): Promise<RevokeOtherSessionsReply>

  /** Have new backup codes. Those of before stop working. They are shown once. */
  regenerateBackupCodes(body: PasswordRequest, options?: CallOptions): Promise<BackupCodes>

  /** Change your name or language. Fields that are absent stay as they are. */
  updateMe(body?: ChangeMeRequest, options?: CallOptions): Promise<Me>
}

export const authLines = {
  signUp: 'POST /v1/auth/sign-up/email body session',
  signIn: 'POST /v1/auth/sign-in/email body session',
  signOut: 'POST /v1/auth/sign-out repeatable',
  getSession: 'GET /v1/auth/get-session',
  changePassword: 'POST /v1/auth/change-password body',
  requestPasswordReset: 'POST /v1/auth/request-password-reset body',
  resetPassword: 'POST /v1/auth/reset-password body',
  enableTwoFactor: 'POST /v1/auth/two-factor/enable body',
  verifyTotp: 'POST /v1/auth/two-factor/verify-totp body session',
  verifyBackupCode: 'POST /v1/auth/two-factor/verify-backup-code body session',
  disableTwoFactor: 'POST /v1/auth/two-factor/disable body',
  me: 'GET /v1/me',
  listSessions: 'GET /v1/auth/sessions query list',
  revokeSession: 'DELETE /v1/auth/sessions/{session_id}',
  revokeOtherSessions: 'POST /v1/auth/revoke-other-sessions',
  regenerateBackupCodes: 'POST /v1/auth/two-factor/generate-backup-codes body',
  updateMe: 'PATCH /v1/me body',
} as const
