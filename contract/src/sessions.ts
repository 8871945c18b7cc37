import Type from 'typebox'
import { Body, Id, ListOf, listQuery, Name, Nullable, Timestamp } from './fields.ts'
import { pageLanguages } from './merchants.ts'
import { operation } from './operation.ts'
import { Me, peopleOperations, signingIn } from './people.ts'

/** Where somebody is signed in. What the session is carried on with is never told. */
export const OpenSession = Type.Object({
  id: Id,
  is_current: Type.Boolean({ description: 'The one that this request came with.' }),
  device: Nullable(Type.String({ description: 'Like `Chrome on Android`, as far as it tells.' })),
  address: Nullable(
    Type.String({ description: 'From where it was begun, without its end: enough to know a place by.' }),
  ),
  created_at: Timestamp,
  last_used_at: Type.String({ ...Timestamp, description: 'To the day: it is noted once in 24 hours.' }),
  expires_at: Timestamp,
})

export const sessionOperations = {
  listSessions: operation({
    ...signingIn,
    id: 'listSessions',
    method: 'GET',
    path: '/v1/auth/sessions',
    summary: 'Where you are signed in',
    access: { who: 'person' },
    query: Body(listQuery),
    reply: ListOf(OpenSession),
  }),
  revokeSession: operation({
    ...signingIn,
    id: 'revokeSession',
    method: 'DELETE',
    path: '/v1/auth/sessions/{session_id}',
    summary: 'Sign out elsewhere',
    description: 'It stops working at once, in open tabs too.',
    access: { who: 'person' },
    reply: Type.Object({ id: Id, revoked: Type.Literal(true) }),
    refusals: ['not_found'],
  }),
  revokeOtherSessions: operation({
    ...signingIn,
    id: 'revokeOtherSessions',
    method: 'POST',
    path: '/v1/auth/revoke-other-sessions',
    summary: 'Sign out everywhere else',
    description: 'Every session but this one stops working at once, in open tabs too.',
    access: { who: 'person' },
    reply: Type.Object({ revoked: Type.Integer() }),
  }),
  regenerateBackupCodes: operation({
    ...signingIn,
    id: 'regenerateBackupCodes',
    method: 'POST',
    path: '/v1/auth/two-factor/generate-backup-codes',
    summary: 'Have new backup codes',
    description: 'Those of before stop working. They are shown once.',
    access: { who: 'person' },
    body: peopleOperations.enableTwoFactor.body,
    reply: Type.Object({ backup_codes: Type.Array(Type.String()) }),
    refusals: ['invalid_state'],
  }),
  changeMe: operation({
    ...signingIn,
    id: 'changeMe',
    method: 'PATCH',
    path: '/v1/me',
    summary: 'Change your name or language',
    description: 'Fields that are absent stay as they are.',
    access: { who: 'person' },
    body: Body({
      name: Type.Optional(Name),
      language: Type.Optional(Nullable(Type.Enum([...pageLanguages]))),
    }),
    reply: Me,
  }),
}
