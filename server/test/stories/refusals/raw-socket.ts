import { connect } from 'node:net'
import type { Reply } from '../../service.ts'

/** Sends bytes that no HTTP client would, and reads what comes until the other side closes. */
export async function sendRaw(url: string, bytes: string): Promise<Reply> {
  const { hostname, port } = new URL(url)
  const text = await new Promise<string>((resolve, reject) => {
    let received = ''
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.setEncoding('utf8')
    socket.on('data', (chunk) => {
      received += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(received))
  })
  return readAnswer(text)
}

function readAnswer(text: string): Reply {
  const end = text.indexOf('\r\n\r\n')
  const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n')
  const headers = new Headers(lines.map((line) => line.split(/:\s*/, 2) as [string, string]))
  const body = text.slice(end + 4)
  const isJson = headers.get('content-type')?.includes('application/json')
  return {
    status: Number(statusLine.split(' ')[1]),
    headers,
    body: isJson ? JSON.parse(body) : { text: body },
  }
}
