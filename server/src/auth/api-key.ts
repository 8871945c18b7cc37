import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Environment } from '@malipo/contract'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** 30 characters of base 62 are 178 random bits. */
const secretLength = 30
const checksumLength = 6
const keyPattern = /^mlp_(live|sandbox)_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/

/** A key that carries its own checksum, so that a typo is told from a revoked key without a look-up. */
export function generateApiKey(environment: Environment): string {
  const secret = Array.from({ length: secretLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  const head = `mlp_${environment}_${secret}`
  return head + checksumOf(head)
}

export function isWellFormedApiKey(key: string): boolean {
  const match = keyPattern.exec(key)
  return match !== null && checksumOf(key.slice(0, -checksumLength)) === match[3]
}

export function hashApiKey(key: string): Buffer {
  return hash('sha256', key, 'buffer')
}

function checksumOf(head: string): string {
  let rest = crc32(head)
  let text = ''
  for (let position = 0; position < checksumLength; position += 1) {
    text = (alphabet[rest % alphabet.length] ?? '') + text
    rest = Math.floor(rest / alphabet.length)
  }
  return text
}
