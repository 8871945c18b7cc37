import { file, type Innocent, type Plant } from './plants.ts'

const inServer = (path: string, ...lines: string[]) => file(`server/src/${path}`, ...lines)

const addresses: [title: string, sql: string][] = [
  ['an address is proven on the way', 'update users set name = 1, email_verified = true where id = 2'],
  ['an address is proven at birth', 'insert into users (id, email_verified) values (1, true)'],
  ['an account is found by its address', 'select id from users where email = 1'],
  ['an account is found by its address, with an alias', 'select u.id from users u where u.email = 1'],
]

export const plantsInTrust: Plant[] = [
  ...addresses.map(([title, sql], at) => ({
    title,
    rule: 'addresses',
    files: [inServer(`customers/a${at}.ts`, 'await sql`', `  ${sql}\``)],
    found: [`server/src/customers/a${at}.ts:2`],
  })),
  {
    title: 'a refund is decided without asking whose it is',
    rule: 'deciders',
    files: [
      inServer(
        'withdrawals/refund.ts',
        '// refuseOwnMoney(tx, world, by, refund)',
        "recordAudit(tx, [{ actor: { kind: 'super_admin', id } }])",
      ),
    ],
    found: ['server/src/withdrawals/refund.ts:2'],
  },
]

export const innocentTrust: Innocent[] = [
  {
    title: 'a decision that asks first, and a type that names who may be an actor',
    files: [
      inServer(
        'withdrawals/decide.ts',
        'await refuseOwnMoney(tx, world, by, withdrawal)',
        "recordAudit(tx, [{ actor: { kind: 'super_admin', id } }])",
      ),
      inServer('audit/audit.ts', "export type Actor = { kind: 'super_admin' | 'operator'; id: string }"),
    ],
  },
  {
    title: 'the file that proves addresses, and others that only read or tell them',
    files: [
      inServer('auth/addresses.ts', 'sql`update users set email_verified = true where id = 1`'),
      inServer('auth/identify.ts', 'sql`select email_verified, email from users where id = 1`'),
      inServer('auth/forget.ts', 'sql`update users set email_verified = false where id = 1`'),
      inServer('customers/find.ts', 'sql`select from customers where email = 1`'),
    ],
  },
]
