import { createServer } from 'node:http'

/** What the gateway does with a message, by the last digit of the number it is for. */
const endings = {
  '1': { code: 403, status: 'InvalidPhoneNumber' },
  '2': { code: 405, status: 'InsufficientBalance' },
  '3': { code: 406, status: 'UserInBlacklist' },
  '4': { code: 502, status: 'RejectedByGateway' },
} as Record<string, { code: number; status: string } | undefined>

export type SimulatedGateway = {
  url: string
  /** The forms that came in, with the key that came with them. */
  received: Record<string, string>[]
  close(): void
}

/**
 * Africa's Talking as far as it is documented: a form in, each recipient's code out. Numbers that end in 5 meet a server that is
 * broken, in 6 one that never answers, in 7 something that is no JSON, in 0 an answer without recipients; the others are taken.
 */
export async function openSimulatedGateway(key = 'atsk_key'): Promise<SimulatedGateway> {
  const received: Record<string, string>[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const form = Object.fromEntries(new URLSearchParams(text))
    received.push({ ...form, key: String(request.headers.apikey) })
    const answer = (status: number, body: string) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(body)
    const last = form.to?.at(-1) ?? ''
    if (request.headers.apikey !== key) return answer(401, 'The supplied authentication is invalid')
    if (last === '5') return answer(503, 'Service Unavailable')
    if (last === '6') return undefined
    if (last === '7') return answer(200, '<html>')
    if (last === '0')
      return answer(201, JSON.stringify({ SMSMessageData: { Message: 'InvalidSenderId', Recipients: [] } }))
    const { code, status } = endings[last] ?? { code: 101, status: 'Success' }
    const recipient = {
      statusCode: code,
      number: form.to,
      status,
      cost: 'TZS 22.0000',
      messageId: `ATXid_${received.length}`,
    }
    return answer(
      201,
      JSON.stringify({
        SMSMessageData: { Message: 'Sent to 1/1 Total Cost: TZS 22.0000', Recipients: [recipient] },
      }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}/version1/messaging`,
    received,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
