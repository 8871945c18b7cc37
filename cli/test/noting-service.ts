import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Stage } from './stage.ts'

/** A service that notes what it is asked, and answers all of it with the same. */
export async function openNotingService(stage: Stage, data: Record<string, unknown>) {
  const asked: { path: string; body: unknown }[] = []
  const server = createServer(async (request, response) => {
    const chunks = await Array.fromAsync<Buffer>(request)
    const text = Buffer.concat(chunks).toString()
    asked.push({ path: `${request.method} ${request.url}`, body: text === '' ? null : JSON.parse(text) })
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ success: true, data }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    /** Runs a line with a key, and gives what it asked for. */
    async askedBy(...words: string[]) {
      const before = asked.length
      const ran = await stage.run(
        ...words,
        ...['--url', `http://127.0.0.1:${port}`, '--api-key', 'mlp_sandbox_x', '--merchant', 'm'],
      )
      return { ...ran, asked: asked.slice(before) }
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
