import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** An https address whose certificate nobody has signed but itself. */
export async function openUntrustedFront() {
  const folder = mkdtempSync(join(tmpdir(), 'malipo-front-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const wish = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost']
  execFileSync('openssl', [...wish, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_, response) => {
    response.writeHead(404).end()
  })
  rmSync(folder, { recursive: true })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    close(): void {
      server.closeAllConnections()
      server.close()
    },
  }
}
