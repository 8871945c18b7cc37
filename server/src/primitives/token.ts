import { randomBytes } from 'node:crypto'

/** 128 random bits that open something to whoever has them. Small letters and digits: people share, dictate and retype them. */
export function newToken(): string {
  return randomBytes(16).toString('hex')
}

export function isToken(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text)
}
