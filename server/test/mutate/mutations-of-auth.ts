import type { Mutation } from './mutation.ts'

const table = 'test/permissions/who-may-do-what.test.ts'
const keys = { file: 'auth/identify.ts', caughtBy: ['test/stories/an-api-key-lives-and-ends.test.ts'] }
const permission = { file: 'http/authorise.ts', caughtBy: [table] }

/** Who is calling, and what they may do. */
export const mutationsOfAuth: Mutation[] = [
  {
    broken: 'a mistyped key that is looked up',
    file: 'auth/api-key.ts',
    text: 'match !== null && checksumOf(key.slice(0, -checksumLength)) === match[3]',
    instead: 'match !== null',
    caughtBy: ['src/auth/api-key.test.ts'],
  },
  {
    ...keys,
    broken: 'a revoked key that works',
    text: 'if (stored.revokedAt) return',
    instead: 'if (stored.revokedAt === undefined) return',
  },
  {
    ...keys,
    broken: 'a key that has expired and works',
    text: 'stored.expiresAt <= world.clock.now()',
    instead: 'stored.expiresAt > world.clock.now()',
  },
  {
    ...permission,
    broken: 'a key that does what its scopes do not say',
    text: '!key.scopes.has(access.keys)',
    instead: 'key.scopes.size === 0',
    only: 'readBalance',
  },
  {
    ...permission,
    broken: "a key that names another's merchant in a header",
    text: "if (named !== null && named !== merchant.id) throw new Refusal('merchant_mismatch')",
    instead: '',
    only: 'readBalance|listTransactions',
  },
  {
    ...permission,
    broken: "a key that names another's merchant in a body",
    text: 'if (isNamedInside(access) && merchantInside(access, inputs) !== merchant.id) {',
    instead: "if (isNamedInside(access) && merchantInside(access, inputs) === '') {",
    only: 'createHostedPage',
  },
  {
    ...permission,
    broken: 'a live key in the sandbox',
    text: '  checkEnvironment(access, key.environment)\n',
    instead: '',
    only: 'topUpSandbox',
  },
  {
    ...permission,
    broken: 'a person who plays the Super Admin',
    text: 'if (!principal.isSuperAdmin) throw',
    instead: 'if (principal.isSuperAdmin === undefined) throw',
    only: 'adminListMerchants',
  },
  {
    ...permission,
    broken: 'a key in the place of a person',
    text: "if (principal.kind === 'key') throw new Refusal('dashboard_session_required')",
    instead: '',
    only: 'listSessions|changeMe',
  },
  {
    ...permission,
    broken: 'a role that may do everything',
    text: 'if (access.roles.includes(role)) return',
    instead: 'if (role) return',
    only: 'createApiKey',
  },
]
