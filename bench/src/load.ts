import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import http from 'node:http'

export type Target = { url: string; headers?: Record<string, string> }
export type Load = {
  requestsPerSecond: number
  p50Ms: number
  p99Ms: number
  failures: number
  generator: string
}

const connections = 50

/** Sends the same request over and over for a while: with wrk, which is light, where it is found, else from Node. */
export async function load(target: Target, seconds: number): Promise<Load> {
  const wrk = (process.env.PATH ?? '')
    .split(':')
    .map((folder) => `${folder}/wrk`)
    .find(existsSync)
  return wrk ? await loadWithWrk(wrk, target, seconds) : await loadFromNode(target, seconds)
}

async function loadWithWrk(wrk: string, { url, headers = {} }: Target, seconds: number): Promise<Load> {
  const headerWords = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const text = await output(wrk, [
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    '--latency',
    ...headerWords,
    url,
  ])
  return {
    requestsPerSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1] ?? 0),
    p50Ms: inMs(/50%\s+([\d.]+)(us|ms|s)/.exec(text)),
    p99Ms: inMs(/99%\s+([\d.]+)(us|ms|s)/.exec(text)),
    failures: Number(/Non-2xx or 3xx responses: (\d+)/.exec(text)?.[1] ?? 0),
    generator: 'wrk',
  }
}

function inMs(match: RegExpExecArray | null): number {
  const perUnit = { us: 0.001, ms: 1, s: 1000 }
  return match ? Number(match[1]) * perUnit[match[2] as 'us' | 'ms' | 's'] : Number.NaN
}

function output(command: string, words: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, words, { stdio: ['ignore', 'pipe', 'inherit'] })
    let text = ''
    child.stdout.on('data', (chunk) => {
      text += chunk
    })
    child.on('error', reject)
    child.on('exit', (code) =>
      code === 0 ? resolve(text) : reject(new Error(`${command} ended with ${code}`)),
    )
  })
}

async function loadFromNode({ url, headers = {} }: Target, seconds: number): Promise<Load> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  const timesMs: number[] = []
  let failures = 0
  const begin = performance.now()
  const end = begin + seconds * 1000
  const once = () =>
    new Promise<void>((resolve, reject) => {
      const started = performance.now()
      const request = http.get(url, { agent, headers }, (response) => {
        if ((response.statusCode ?? 500) >= 300) failures += 1
        response.resume()
        response.on('end', () => {
          timesMs.push(performance.now() - started)
          resolve()
        })
      })
      request.on('error', reject)
    })
  const worker = async () => {
    while (performance.now() < end) await once()
  }
  await Promise.all(Array.from({ length: connections }, worker))
  agent.destroy()
  timesMs.sort((a, b) => a - b)
  return {
    requestsPerSecond: timesMs.length / ((performance.now() - begin) / 1000),
    p50Ms: timesMs[Math.floor(timesMs.length * 0.5)] ?? Number.NaN,
    p99Ms: timesMs[Math.floor(timesMs.length * 0.99)] ?? Number.NaN,
    failures,
    generator: 'node',
  }
}
