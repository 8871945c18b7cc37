import assert from 'node:assert/strict'
import { createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { smtpPost } from './mail.ts'

/** Just enough of a mail server to take one mail in. */
async function openMailServer(refuses = false) {
  const received: string[] = []
  const server = createServer((socket) => converse(socket, received, refuses)).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  return { url: `smtp://127.0.0.1:${port}`, received, close: () => server.close() }
}

function converse(socket: Socket, received: string[], refuses: boolean): void {
  let mail: string | undefined
  let rest = ''
  socket.write('220 mail.test ready\r\n')
  socket.on('data', (chunk) => {
    rest += chunk
    for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
      const line = rest.slice(0, end)
      rest = rest.slice(end + 2)
      if (mail !== undefined && line !== '.') {
        mail += `${line}\n`
      } else if (mail !== undefined) {
        received.push(mail)
        mail = undefined
        socket.write('250 taken\r\n')
      } else if (line === 'DATA') {
        mail = ''
        socket.write('354 go on\r\n')
      } else if (line.startsWith('RCPT') && refuses) {
        socket.write('550 nobody here\r\n')
      } else {
        socket.write(line === 'QUIT' ? '221 bye\r\n' : '250 fine\r\n')
      }
    }
  })
  socket.on('error', () => {})
}

const mail = {
  to: 'juma@shop.test',
  subject: 'Join Duka on Malipo',
  text: 'Open this link:\nhttp://localhost/x\n',
}

test('a mail reaches the mail server with its sender, recipient, subject and text', async () => {
  const server = await openMailServer()
  await smtpPost(server.url, 'Malipo <pay@malipo.test>')(mail)
  server.close()
  const [got = ''] = server.received
  assert.match(got, /^From: Malipo <pay@malipo\.test>$/m)
  assert.match(got, /^To: juma@shop\.test$/m)
  assert.match(got, /^Subject: Join Duka on Malipo$/m)
  assert.match(got, /^http:\/\/localhost\/x$/m)
})

test('a mail that the server does not take is an error, to be tried again', async () => {
  const server = await openMailServer(true)
  await assert.rejects(smtpPost(server.url, 'pay@malipo.test')(mail), /550/)
  server.close()
})
