import { Malipo } from '@malipo/sdk'
import type { Command } from 'commander'
import { Trouble } from '../failures.ts'
import { readLogin } from '../keeping/login.ts'
import { record } from '../output/tables.ts'
import type { Surroundings } from '../surroundings.ts'
import { leaf } from './leaf.ts'
import { settingsOf } from './settings.ts'

export function addWhoami(program: Command, surroundings: Surroundings): void {
  const command = leaf(program, 'whoami', {
    summary: 'show who is logged in, where, and until when',
    examples: ['whoami', 'whoami --json'],
  }).alias('status')
  command.action(async () => {
    const { printer } = settingsOf(command, surroundings)
    const login = await readLogin(surroundings)
    if (!login) throw new Trouble('You are not logged in.', 'Run malipo-dev login.')
    const { session } = await new Malipo({ baseUrl: login.url, session: login.session }).auth.getSession()
    const { session: _secret, api_key: key, ...shown } = login
    const answer = {
      ...shown,
      api_key_ends_in: key?.slice(-4) ?? null,
      session_expires_at: session?.expires_at ?? null,
    }
    printer.result(answer, record(answer))
    if (!session)
      throw new Trouble(
        'Your session is over.',
        'Run malipo-dev login. Your sandbox key works until it is revoked.',
      )
  })
}
