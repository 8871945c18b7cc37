import { mock } from 'node:test'
import { Webhook } from 'standardwebhooks'
import type { Letter } from './own-endpoint.ts'

export type Told = {
  type: string
  timestamp: string
  data: Record<string, unknown> & { id: string; environment: string; merchant_id: string; sequence: number }
}

/** As a merchant verifies it, with the library of the standard and a watch that agrees with the sender's. */
export function verified(letter: Letter, secret: string, now: Date): Told {
  mock.timers.enable({ apis: ['Date'], now })
  try {
    return new Webhook(secret).verify(letter.body, letter.headers) as Told
  } finally {
    mock.timers.reset()
  }
}

export function isVerified(letter: Letter, secret: string, now: Date): boolean {
  try {
    verified(letter, secret, now)
    return true
  } catch {
    return false
  }
}
