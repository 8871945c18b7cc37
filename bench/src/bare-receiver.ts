import { createServer } from 'node:http'

/** Takes every call and answers 200, as fast as a receiver can that does nothing else. */
const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  request.resume()
  request.on('end', () => response.end())
})
server.listen(0, '127.0.0.1', () =>
  process.send?.({ url: `http://127.0.0.1:${(server.address() as { port: number }).port}/` }),
)
process.on('disconnect', () => process.exit(0))
