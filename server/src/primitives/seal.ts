import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** What the installation's secret is used for. Each purpose has a key of its own. */
export type Vault = {
  /** Encrypts a text that the service must be able to read again. */
  seal(text: string): Buffer
  open(sealed: Uint8Array): string
  /** A keyed hash for the audit chain: without the secret nobody can rebuild it. */
  auditHash(text: string): Buffer
  /** The key of the sign-in library. */
  sessionSecret: string
}

const nonceBytes = 12
const tagBytes = 16

export function vaultFrom(secret: string): Vault {
  const sealingKey = deriveKey(secret, 'seal')
  const auditKey = deriveKey(secret, 'audit')
  return {
    seal(text) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', sealingKey, nonce)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },
    open(sealed) {
      const nonce = sealed.subarray(0, nonceBytes)
      const decipher = createDecipheriv('aes-256-gcm', sealingKey, nonce)
      decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
      const body = decipher.update(sealed.subarray(nonceBytes + tagBytes))
      return Buffer.concat([body, decipher.final()]).toString('utf8')
    },
    auditHash: (text) => createHmac('sha256', auditKey).update(text).digest(),
    sessionSecret: deriveKey(secret, 'sessions').toString('base64'),
  }
}

function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `malipo/${purpose}`, 32))
}
