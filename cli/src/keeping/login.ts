import { join } from 'node:path'
import type { Surroundings } from '../surroundings.ts'
import { forgetKept, keptFolder, readKept, writeKept } from './kept-file.ts'

/** What `login` leaves behind for the other commands. */
export type Login = {
  url: string
  email: string
  merchant_id: string
  merchant_name: string
  role: string
  /** The cookie of the session. */
  session: string
  /** Of the sandbox. Null where the role may make no keys: then the session does everything. */
  api_key: string | null
  api_key_id: string | null
}

type Place = Pick<Surroundings, 'env' | 'homeFolder'>

function pathOf(place: Place): string {
  return join(keptFolder(place), 'login.json')
}

export function readLogin(place: Place): Promise<Login | undefined> {
  return readKept<Login>(pathOf(place))
}

export function keepLogin(place: Place, login: Login): Promise<void> {
  return writeKept(pathOf(place), login)
}

export function forgetLogin(place: Place): Promise<void> {
  return forgetKept(pathOf(place))
}
