import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { StartRefused } from '../../primitives/start-refused.ts'

/** Fewer bits can be broken. */
const leastBits = 2_048

/** What an account signs with: its secret, or a private key, as it was agreed with Selcom. `given` has the settings, by name. */
export function readSelcomSigning(given: (name: string) => string | undefined, secret: () => string) {
  const key = given('SELCOM_PRIVATE_KEY')
  if (key === undefined) return { apiSecret: secret() }
  if (given('SELCOM_API_SECRET') !== undefined)
    throw new StartRefused(
      'Selcom takes SELCOM_API_SECRET or SELCOM_PRIVATE_KEY, not both. Remove one of them.',
    )
  const read = readPrivateKey(key)
  if ('problem' in read) throw new StartRefused(`SELCOM_PRIVATE_KEY ${read.problem}.`)
  return { privateKey: read.pem }
}

/** An RSA key in PEM, given as it is (also in one line, with \\n) or by the path of its file. Otherwise what is wrong, without a word of it. */
export function readPrivateKey(given: string): { pem: string } | { problem: string } {
  const isText = given.includes('-----BEGIN')
  const text = isText ? given.replaceAll('\\n', '\n') : readText(given)
  if (text === null) return { problem: 'is neither a key in PEM nor the path of a file that can be read' }
  try {
    const key = createPrivateKey(text)
    const bits = key.asymmetricKeyType === 'rsa' ? (key.asymmetricKeyDetails?.modulusLength ?? 0) : 0
    if (bits < leastBits) return { problem: `must be an RSA key of ${leastBits} bits or more` }
    return { pem: key.export({ type: 'pkcs8', format: 'pem' }).toString() }
  } catch {
    return { problem: 'holds no private key in PEM that can be read without a passphrase' }
  }
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
