import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** What the installation's secret is used for. Each purpose has a key of its own. */
export type Vault = {
  /** Encrypts a text that the service must be able to read again. */
  seal(text: string): Buffer
  /** Opens what any of its secrets sealed. */
  open(sealed: Uint8Array): string
  /** A keyed hash for the audit chain: without the secret nobody can rebuild it. */
  auditHash(text: string): Buffer
  /** The key of that hash under the secret of this name; null is the secret in use. */
  auditKey(secretId: Uint8Array | null): Buffer
  /** The key of the sign-in library, and those that it had before and that still count. */
  readonly sessionSecret: string
  readonly earlierSessionSecrets: readonly string[]
  /** The secret in use, by name. */
  readonly secretId: Buffer
  /** Uses the secret of this name from now on, and names it in every seal. */
  turnTo(secretId: Uint8Array): void
}

const nonceBytes = 12
const tagBytes = 16
/** What a seal begins with once the secret has been changed: enough that no nonce of before looks like it. */
export const secretIdBytes = 8

type Keys = { id: Buffer; sealing: Buffer; audit: Buffer; session: string }

/** Opens with all secrets and seals with the first, until it is turned to another. Seals of the first do not name it. */
export function vaultFrom(...secrets: [string, ...string[]]): Vault {
  const rings = secrets.map(keysOf)
  const [first] = rings as [Keys, ...Keys[]]
  let used = first
  let isNamed = false
  const named = (id: Uint8Array) => {
    const found = rings.find((keys) => keys.id.equals(id))
    if (!found) throw new Error('The installation uses a secret that this process was not given.')
    return found
  }
  return {
    seal: (text) => Buffer.concat([isNamed ? used.id : Buffer.alloc(0), seal(used.sealing, text)]),
    open(sealed) {
      const keys = rings.find(({ id }) => id.equals(sealed.subarray(0, secretIdBytes)))
      return keys ? open([keys], sealed.subarray(secretIdBytes)) : open(rings, sealed)
    },
    auditHash: (text) => createHmac('sha256', used.audit).update(text).digest(),
    auditKey: (secretId) => (secretId === null ? used.audit : named(secretId).audit),
    get sessionSecret() {
      return used.session
    },
    get earlierSessionSecrets() {
      return rings.filter((keys) => keys !== used).map(({ session }) => session)
    },
    get secretId() {
      return used.id
    },
    turnTo(secretId) {
      used = named(secretId)
      isNamed = true
    },
  }
}

function seal(key: Buffer, text: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

/** Where a seal does not name its secret, the right one is found by trying: a wrong one never opens it. */
function open(rings: Keys[], sealed: Uint8Array): string {
  let fault: unknown
  for (const { sealing } of rings) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', sealing, sealed.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      })
      decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
      const body = decipher.update(sealed.subarray(nonceBytes + tagBytes))
      return Buffer.concat([body, decipher.final()]).toString('utf8')
    } catch (error) {
      fault = error
    }
  }
  throw fault
}

function keysOf(secret: string): Keys {
  return {
    id: deriveKey(secret, 'name').subarray(0, secretIdBytes),
    sealing: deriveKey(secret, 'seal'),
    audit: deriveKey(secret, 'audit'),
    session: deriveKey(secret, 'sessions').toString('base64'),
  }
}

function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `malipo/${purpose}`, 32))
}
