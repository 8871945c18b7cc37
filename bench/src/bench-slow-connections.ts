import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { targetOf } from './bench-asking-for-payments.ts'
import { startChild } from './child.ts'
import { load } from './load.ts'
import { promise, rounds, seconds, show } from './measure.ts'
import { remark } from './report/figures.ts'

const slowOnes = Number(process.env.BENCH_SLOW ?? 5_000)
const openedAtOnce = 250

/** Thousands who begin a request and never end it, beside those who ask for payments. */
export async function benchSlowConnections(dataDir: string): Promise<boolean> {
  console.log(`\nAsking for payments beside ${slowOnes} connections that dawdle`)
  const own = await startChild('./own-server.ts', { DATA_DIR: dataDir, ROLE: 'api' })
  try {
    const target = targetOf(own)
    await load(target, 2)
    const ratios: number[] = []
    for (let round = 1; round <= rounds; round += 1) {
      const alone = await load(target, seconds)
      const slow = await dawdle(own.message.url ?? '')
      const beside = await load(target, seconds)
      remark(`round ${round}: ${slow.open()} of ${slowOnes} were still open at the end`)
      slow.end()
      await sleep(500)
      if (alone.failures + beside.failures > 0) throw new Error('Some were not answered well')
      show('alone', alone.requestsPerSecond, alone)
      show('beside those who dawdle', beside.requestsPerSecond, beside)
      ratios.push(beside.requestsPerSecond / alone.requestsPerSecond)
    }
    return promise('beside / alone, best round', Math.max(...ratios), { atLeast: 0.8 })
  } finally {
    await own.stop()
  }
}

/** Each sends the beginning of a request and then a letter of a header every second. */
async function dawdle(url: string) {
  const { hostname, port } = new URL(url)
  const sockets = new Set<net.Socket>()
  for (let opened = 0; opened < slowOnes; opened += openedAtOnce) {
    const some = Array.from({ length: openedAtOnce }, () => openOne(hostname, Number(port), sockets))
    await Promise.all(some)
  }
  const letters = setInterval(() => {
    for (const socket of sockets) socket.write('x')
  }, 1_000)
  return {
    open: () => sockets.size,
    end() {
      clearInterval(letters)
      for (const socket of sockets) socket.destroy()
    },
  }
}

function openOne(host: string, port: number, sockets: Set<net.Socket>): Promise<void> {
  return new Promise((resolve) => {
    const socket = net.connect({ host, port }, () => {
      socket.write('POST /v1/collections/ussd-push HTTP/1.1\r\nhost: localhost\r\nx-slow: ')
      sockets.add(socket)
      resolve()
    })
    socket.on('error', () => resolve())
    socket.on('close', () => sockets.delete(socket))
    socket.resume()
  })
}
