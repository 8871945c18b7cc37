import { Malipo, MalipoError } from '@malipo/sdk'
import type { Command } from 'commander'
import { forgetLogin, type Login, readLogin } from '../keeping/login.ts'
import type { Surroundings } from '../surroundings.ts'
import { leaf } from './leaf.ts'
import { settingsOf } from './settings.ts'

export function addLogout(program: Command, surroundings: Surroundings): void {
  const command = leaf(program, 'logout', {
    summary: 'revoke the key, end the session, and forget both',
    examples: ['logout'],
  })
  command.action(async () => {
    const { printer } = settingsOf(command, surroundings)
    const login = await readLogin(surroundings)
    if (!login) {
      printer.result({ logged_out: false, key_revoked: false }, 'You were not logged in.')
      return
    }
    const isRevoked = await endAtTheService(login)
    await forgetLogin(surroundings)
    printer.result({ logged_out: true, key_revoked: isRevoked }, 'Logged out.')
    if (!isRevoked && login.api_key_id !== null)
      printer.note(
        'Your session was over already, so the sandbox key still works: revoke it in the dashboard.',
      )
  })
}

/** False where the session is over. Where the service is away this fails, and nothing is forgotten that still works. */
async function endAtTheService({ url, session, merchant_id, api_key_id }: Login): Promise<boolean> {
  const person = new Malipo({ baseUrl: url, session, merchantId: merchant_id })
  try {
    if (api_key_id !== null) await person.apiKeys.revoke(api_key_id)
    await person.auth.signOut()
    return true
  } catch (error) {
    const isOver = error instanceof MalipoError && error.status !== undefined && error.status < 500
    if (isOver) return false
    throw error
  }
}
