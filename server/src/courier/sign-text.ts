import { hash } from 'node:crypto'

const blockBytes = 64

export type SignText = (text: string) => string

/**
 * HMAC-SHA256 under one key, in Base64, as RFC 2104 puts it together from two hashes. Node's own makes an object and a stream for each text,
 * which costs more than both hashes; it is what the tests hold this against.
 */
export function textSigner(key: Buffer): SignText {
  const padded = Buffer.alloc(blockBytes)
  if (key.length > blockBytes) hash('sha256', key, 'buffer').copy(padded)
  else key.copy(padded)
  const inside = padded.map((byte) => byte ^ 0x36)
  const outside = Buffer.concat([padded.map((byte) => byte ^ 0x5c), Buffer.alloc(32)])
  return (text) => {
    const input = Buffer.allocUnsafe(blockBytes + Buffer.byteLength(text))
    input.set(inside)
    input.write(text, blockBytes)
    outside.set(hash('sha256', input, 'buffer'), blockBytes)
    return hash('sha256', outside, 'base64')
  }
}
