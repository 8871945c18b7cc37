import { errors } from 'undici'
import { BlockedAddress } from './address-guard.ts'
import { UnknownName } from './resolve-name.ts'

/** What is said of failures that people meet. The rest is told by its code, which one can search for. */
const words: Record<string, string> = {
  ECONNREFUSED: 'nothing accepts connections there',
  ECONNRESET: 'the connection was broken before an answer came',
  EPIPE: 'the connection was broken before an answer came',
  UND_ERR_SOCKET: 'the connection was closed before an answer came',
  ETIMEDOUT: 'the connection could not be made in time',
  UND_ERR_CONNECT_TIMEOUT: 'the connection could not be made in time',
  EHOSTUNREACH: 'there is no way to this address',
  ENETUNREACH: 'there is no way to this address',
  EADDRNOTAVAIL: 'there is no way to this address',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the answer are larger than 16 KB',
  UND_ERR_DESTROYED: 'sending was stopped',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  CERT_NOT_YET_VALID: 'the certificate is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is signed by itself, not by an authority that is trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate is not signed by an authority that is trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the certificate is not signed by an authority that is trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'the certificate comes without those between it and a trusted authority; install the whole chain',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another name',
}

/** Why no answer came, in a few plain words. */
export function explainFailure(error: unknown): string {
  // Of several addresses that failed the first speaks for all.
  if (error instanceof AggregateError && error.errors.length > 0) return explainFailure(error.errors[0])
  if (error instanceof BlockedAddress || error instanceof UnknownName) return error.message
  if (error instanceof errors.HTTPParserError) return `the answer is not HTTP${detailOf(error)}`
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const known = words[code]
  if (known !== undefined) return known
  if (code.startsWith('ERR_SSL_') || code === 'EPROTO')
    return `no secure connection could be agreed on (${code})`
  return code === '' ? 'the receiver could not be reached' : `the receiver could not be reached (${code})`
}

/** The parser says what it stumbled over, in parentheses. */
function detailOf({ message }: Error): string {
  const detail = /\(.+\)$/.exec(message)
  return detail === null ? '' : ` ${detail[0]}`
}
