import { createHmac } from 'node:crypto'

const stepSeconds = 30
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code an authenticator app would show now for an `otpauth://` address (RFC 6238: SHA-1, 6 digits, 30 s). */
export function totpCode(uri: string, atMs = Date.now()): string {
  const secret = fromBase32(new URL(uri).searchParams.get('secret') ?? '')
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(atMs / 1000 / stepSeconds)))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0xf
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

function fromBase32(text: string): Buffer {
  let bits = ''
  for (const letter of text.replace(/=+$/, '')) bits += alphabet.indexOf(letter).toString(2).padStart(5, '0')
  const bytes = bits.match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}
