import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'

/**
 * Helmet's headers, worked out once: they never change, and working them out for each request would cost more than
 * the rest of a fast answer. An answer to a program may do nothing in a browser; a page says what it may do besides.
 */
export function securityHeaders(
  baseUrl: string,
  pagesMay: Record<string, string[]> = {},
): [string, string][] {
  const directives = { defaultSrc: ["'none'"], frameAncestors: ["'none'"], ...pagesMay }
  const headers: [string, string][] = []
  const recorder = {
    setHeader: (name: string, value: string) => void headers.push([name.toLowerCase(), value]),
    removeHeader: () => {},
  }
  const apply = helmet({
    contentSecurityPolicy: { useDefaults: false, directives },
    strictTransportSecurity: baseUrl.startsWith('https:'),
    xFrameOptions: { action: 'deny' },
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
  apply({} as IncomingMessage, recorder as unknown as ServerResponse, () => {})
  return headers
}
