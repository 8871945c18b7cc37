import { hostname } from 'node:os'
import { Malipo, MalipoError } from '@malipo/sdk'
import type { Command } from 'commander'
import { Misuse, Trouble } from '../failures.ts'
import { keepLogin, type Login, readLogin } from '../keeping/login.ts'
import type { Surroundings } from '../surroundings.ts'
import { type Ask, askOn } from './ask.ts'
import { leaf } from './leaf.ts'
import { settingsOf } from './settings.ts'

type Flags = { email?: string; passwordStdin?: boolean; code?: string }
type Credentials = { email: string; password: string; code: string | undefined }

/** What these commands do with the key, and nothing more. */
const neededScopes = [
  'collections:read',
  'collections:write',
  'disbursements:read',
  'disbursements:write',
  'balance:read',
  'events:read',
] as const

export function addLogin(program: Command, surroundings: Surroundings): void {
  const command = leaf(program, 'login', {
    summary: 'sign in, and keep a session and a sandbox key on this machine',
    description:
      'Signs you in, makes a sandbox key with the scopes these commands need, and keeps both where only you can read them. ' +
      'Live money is reached by the session alone, and only with --live.',
    examples: [
      'login',
      'login --url https://pay.example --email me@shop.example',
      'login --email me@shop.example --password-stdin < password.txt',
    ],
  })
  command
    .option('--email <email>', 'who you are')
    .option('--password-stdin', 'read the password from standard input')
    .option('--code <code>', 'of your second factor, or a backup code')
    .action(async (flags: Flags) => {
      const { printer, url, merchantId } = settingsOf(command, surroundings)
      const ask = askOn(surroundings)
      const before = await readLogin(surroundings)
      const session = await signIn(url, await readCredentials(flags, ask, surroundings), ask)
      const person = new Malipo({ baseUrl: url, session })
      const { user, merchants } = await person.auth.me()
      const merchant = await chooseMerchant(merchants, merchantId, ask)
      const key = await makeKey(url, session, merchant.merchant_id)
      const login: Login = {
        url,
        email: user.email,
        merchant_id: merchant.merchant_id,
        merchant_name: merchant.name,
        role: merchant.role,
        session,
        api_key: key?.api_key ?? null,
        api_key_id: key?.id ?? null,
      }
      await keepLogin(surroundings, login)
      await revokeEarlier(before, login)
      const { session: _secret, api_key: _key, ...shown } = login
      const withKey = key
        ? `A sandbox key ending in ${key.last_four} is kept for these commands.`
        : `Your role (${merchant.role}) makes no keys, so your session does everything.`
      printer.result(shown, `Logged in as ${user.email} for ${merchant.name} at ${url}.\n${withKey}`)
    })
}

async function readCredentials(flags: Flags, ask: Ask, { stdin }: Surroundings): Promise<Credentials> {
  const email = flags.email ?? (await ask.text('E-mail', '--email'))
  const password = flags.passwordStdin
    ? await firstLine(stdin)
    : await ask.secret('Password', '--password-stdin')
  return { email, password, code: flags.code }
}

async function firstLine(stdin: Surroundings['stdin']): Promise<string> {
  let text = ''
  for await (const chunk of stdin)
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8')
  const [line = ''] = text.split(/\r?\n/)
  if (line === '') throw new Misuse('There was no password on standard input.')
  return line
}

async function signIn(url: string, { email, password, code }: Credentials, ask: Ask): Promise<string> {
  const stranger = new Malipo({ baseUrl: url })
  const signedIn = await stranger.auth.signIn({ email, password }).catch(orWrongPassword)
  if (!signedIn.two_factor_required) return signedIn.session
  const given = (code ?? (await ask.text('Code of your second factor', '--code'))).replaceAll(' ', '')
  const isOfApp = /^\d{6}$/.test(given)
  const proven = isOfApp
    ? await stranger.auth.verifyTotp({ code: given })
    : await stranger.auth.verifyBackupCode({ code: given })
  return proven.session
}

/** The usual advice, to log in, would be of no use here. */
function orWrongPassword(error: unknown): never {
  if (error instanceof MalipoError && error.code === 'unauthenticated')
    throw new Trouble(
      'E-mail and password do not fit.',
      'Nothing was kept. Try again, or reset the password in the dashboard.',
    )
  throw error
}

type Membership = { merchant_id: string; name: string; role: string }

async function chooseMerchant(
  merchants: Membership[],
  wanted: string | undefined,
  ask: Ask,
): Promise<Membership> {
  if (merchants.length === 0)
    throw new Trouble('You act for no merchant yet.', 'Open one in the dashboard, or have yourself invited.')
  const [only] = merchants
  if (wanted === undefined && merchants.length === 1 && only) return only
  const options = merchants.map(({ merchant_id, name, role }) => ({
    value: merchant_id,
    label: name,
    hint: role,
  }))
  const id = wanted ?? (await ask.choose('For which merchant?', options, '--merchant'))
  const chosen = merchants.find(({ merchant_id }) => merchant_id === id)
  if (chosen) return chosen
  const named = merchants.map(({ merchant_id, name }) => `  ${merchant_id}  ${name}`).join('\n')
  throw new Trouble(`You do not act for merchant ${id}.`, `You act for:\n${named}`)
}

async function makeKey(url: string, session: string, merchantId: string) {
  const person = new Malipo({ baseUrl: url, session, merchantId, environment: 'sandbox' })
  const name = `malipo-dev on ${hostname()}`.slice(0, 120)
  try {
    return await person.apiKeys.create({ environment: 'sandbox', name, scopes: [...neededScopes] })
  } catch (error) {
    if (error instanceof MalipoError && error.code === 'forbidden') return undefined
    throw error
  }
}

/** A key that nothing knows any more is only a risk. If it cannot be revoked now, it can in the dashboard. */
async function revokeEarlier(before: Login | undefined, { url, session, merchant_id }: Login): Promise<void> {
  if (!before?.api_key_id || before.url !== url || before.merchant_id !== merchant_id) return
  const person = new Malipo({ baseUrl: url, session, merchantId: merchant_id })
  await person.apiKeys.revoke(before.api_key_id).catch(() => {})
}
