import Type from 'typebox'
import { Body, Email, Id, Name, Nullable, Password, RoleName, Timestamp, Url } from './fields.ts'
import { pageLanguages } from './merchants.ts'
import { operation } from './operation.ts'

export const Person = Type.Object({
  id: Id,
  name: Type.String(),
  email: Type.String(),
  email_verified: Type.Boolean({
    description: 'True once a link that only this address was mailed has been used.',
  }),
  two_factor_enabled: Type.Boolean(),
  created_at: Timestamp,
})

const Session = Type.Object({ id: Id, expires_at: Timestamp, created_at: Timestamp })

const SignedIn = Type.Object({
  user: Nullable(Person),
  two_factor_required: Type.Boolean({
    description: 'True when a code must follow before the session begins.',
  }),
})

const Done = Type.Object({ done: Type.Literal(true) })

const Code = Type.String({ minLength: 6, maxLength: 32, 'x-problem': 'must be the code as shown' })

/** The signed-in person, as they are told about themselves. */
export const Me = Type.Object({
  user: Person,
  language: Nullable(
    Type.Enum([...pageLanguages], { description: 'What they read; null for what their browser says.' }),
  ),
  is_super_admin: Type.Boolean(),
  merchants: Type.Array(Type.Object({ merchant_id: Id, name: Type.String(), role: RoleName })),
})

/** What the operations of people about themselves have in common. */
export const signingIn = { tag: 'Sign-in', idempotency: 'none', status: 200 } as const

export const peopleOperations = {
  signUp: operation({
    ...signingIn,
    id: 'signUp',
    method: 'POST',
    path: '/v1/auth/sign-up/email',
    summary: 'Sign up and begin a session',
    access: { who: 'anyone' },
    description:
      'Anybody may sign up with any address: nothing is granted by it until a link that was mailed to it has been used.',
    body: Body({
      name: Name,
      email: Email,
      password: Password,
      invitation_token: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 200,
          description: 'The end of the link of an invitation. Needed where signing up is closed.',
        }),
      ),
    }),
    reply: SignedIn,
    refusals: ['forbidden', 'bad_origin'],
  }),
  signIn: operation({
    ...signingIn,
    id: 'signIn',
    method: 'POST',
    path: '/v1/auth/sign-in/email',
    summary: 'Sign in and begin a session',
    description:
      'Sets the session cookie. With a second factor, verify-totp or verify-backup-code must follow.',
    access: { who: 'anyone' },
    body: Body({
      email: Type.String({ minLength: 1, maxLength: 254 }),
      password: Type.String({ minLength: 1, maxLength: 128 }),
    }),
    reply: SignedIn,
    refusals: ['unauthenticated', 'bad_origin'],
  }),
  signOut: operation({
    ...signingIn,
    id: 'signOut',
    method: 'POST',
    path: '/v1/auth/sign-out',
    summary: 'End the session',
    access: { who: 'anyone' },
    reply: Done,
    refusals: ['bad_origin'],
  }),
  readSession: operation({
    ...signingIn,
    id: 'readSession',
    method: 'GET',
    path: '/v1/auth/get-session',
    summary: 'Who is signed in, if anyone',
    access: { who: 'anyone' },
    reply: Type.Object({ session: Nullable(Session), user: Nullable(Person) }),
  }),
  changePassword: operation({
    ...signingIn,
    id: 'changePassword',
    method: 'POST',
    path: '/v1/auth/change-password',
    summary: 'Change the password and end all other sessions',
    access: { who: 'person' },
    body: Body({ current_password: Type.String({ minLength: 1, maxLength: 128 }), new_password: Password }),
    reply: Done,
  }),
  requestPasswordReset: operation({
    ...signingIn,
    id: 'requestPasswordReset',
    method: 'POST',
    path: '/v1/auth/request-password-reset',
    summary: 'Have a reset link mailed',
    description: 'The answer is the same whether or not the address is known.',
    access: { who: 'anyone' },
    body: Body({ email: Email }),
    reply: Done,
    refusals: ['bad_origin'],
  }),
  resetPassword: operation({
    ...signingIn,
    id: 'resetPassword',
    method: 'POST',
    path: '/v1/auth/reset-password',
    summary: 'Set a new password with the token of a reset link',
    access: { who: 'anyone' },
    body: Body({ token: Type.String({ minLength: 1, maxLength: 200 }), new_password: Password }),
    reply: Done,
    refusals: ['bad_origin'],
  }),
  enableTwoFactor: operation({
    ...signingIn,
    id: 'enableTwoFactor',
    method: 'POST',
    path: '/v1/auth/two-factor/enable',
    summary: 'Begin to use a second factor',
    description: 'Scan totp_uri with an authenticator app, then confirm with verify-totp.',
    access: { who: 'person' },
    body: Body({ password: Type.String({ minLength: 1, maxLength: 128 }) }),
    reply: Type.Object({ totp_uri: Url, backup_codes: Type.Array(Type.String()) }),
  }),
  verifyTotp: operation({
    ...signingIn,
    id: 'verifyTotp',
    method: 'POST',
    path: '/v1/auth/two-factor/verify-totp',
    summary: 'Give the six-digit code: to finish a sign-in, or to confirm the second factor',
    access: { who: 'anyone' },
    body: Body({ code: Code }),
    reply: SignedIn,
    refusals: ['unauthenticated', 'bad_origin'],
  }),
  verifyBackupCode: operation({
    ...signingIn,
    id: 'verifyBackupCode',
    method: 'POST',
    path: '/v1/auth/two-factor/verify-backup-code',
    summary: 'Finish a sign-in with a backup code',
    access: { who: 'anyone' },
    body: Body({ code: Code }),
    reply: SignedIn,
    refusals: ['unauthenticated', 'bad_origin'],
  }),
  disableTwoFactor: operation({
    ...signingIn,
    id: 'disableTwoFactor',
    method: 'POST',
    path: '/v1/auth/two-factor/disable',
    summary: 'Stop using a second factor',
    access: { who: 'person' },
    body: Body({ password: Type.String({ minLength: 1, maxLength: 128 }) }),
    reply: Done,
  }),
  readMe: operation({
    ...signingIn,
    id: 'readMe',
    method: 'GET',
    path: '/v1/me',
    tag: 'Sign-in',
    summary: 'The signed-in person and the merchants they act for',
    access: { who: 'person' },
    reply: Me,
  }),
}
