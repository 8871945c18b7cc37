import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Target = {
  url: string
  headers?: Record<string, string>
  /** Sent with POST, each time under a fresh Idempotency-Key. */
  body?: unknown
  /** Where the right answer is a refusal. */
  isRefused?: true
}

export type Load = {
  requestsPerSecond: number
  p50Ms: number
  p99Ms: number
  failures: number
  generator: string
}

/** As many as a busy day brings, so that the way in is full and the disk is never waited for in vain. */
const busy = 256

/** A program of the machine, if it has it. */
export function find(program: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(':')
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path))
}

/** Sends the same request over and over for a while: with wrk, which is light, where it is found, else from Node. */
export async function load(target: Target, seconds: number, connections = busy): Promise<Load> {
  const wrk = find('wrk')
  return wrk
    ? await loadWithWrk(wrk, target, seconds, connections)
    : await loadFromNode(target, seconds, connections)
}

async function loadWithWrk(wrk: string, target: Target, seconds: number, connections: number): Promise<Load> {
  const folder = await mkdtemp(join(tmpdir(), 'malipo-wrk-'))
  try {
    const script = join(folder, 'request.lua')
    await writeFile(script, scriptFor(target))
    const text = await output(wrk, [
      '-t1',
      `-c${connections}`,
      `-d${seconds}s`,
      '--latency',
      '-s',
      script,
      target.url,
    ])
    return {
      requestsPerSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1] ?? 0),
      p50Ms: inMs(/50%\s+([\d.]+)(us|ms|s)/.exec(text)),
      p99Ms: inMs(/99%\s+([\d.]+)(us|ms|s)/.exec(text)),
      failures: failuresIn(text, target),
      generator: 'wrk',
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function failuresIn(text: string, { isRefused }: Target): number {
  const refused = Number(/Non-2xx or 3xx responses: (\d+)/.exec(text)?.[1] ?? 0)
  if (!isRefused) return refused
  return Number(/(\d+) requests in/.exec(text)?.[1] ?? 0) - refused
}

/** Keys are random, as callers make them: in order they would be cheaper to store than they are. */
function scriptFor({ headers = {}, body }: Target): string {
  const set = Object.entries(headers).map(([name, value]) => `wrk.headers[${quote(name)}] = ${quote(value)}`)
  if (body === undefined) return set.join('\n')
  return [
    ...set,
    `wrk.method = "POST"`,
    `wrk.headers["Content-Type"] = "application/json"`,
    `wrk.body = ${quote(JSON.stringify(body))}`,
    `math.randomseed(${Math.floor(Math.random() * 2 ** 31)})`,
    `local function four() return string.format("%04x", math.random(0, 65535)) end`,
    `request = function()`,
    `  wrk.headers["Idempotency-Key"] = four() .. four() .. "-" .. four() .. "-4" .. four():sub(2) .. "-a" ..`,
    `    four():sub(2) .. "-" .. four() .. four() .. four()`,
    `  return wrk.format()`,
    `end`,
  ].join('\n')
}

function quote(text: string): string {
  return JSON.stringify(text)
}

function inMs(match: RegExpExecArray | null): number {
  const perUnit = { us: 0.001, ms: 1, s: 1000 }
  return match ? Number(match[1]) * perUnit[match[2] as 'us' | 'ms' | 's'] : Number.NaN
}

export function output(command: string, words: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, words, { stdio: ['ignore', 'pipe', 'pipe'] })
    let text = ''
    let complaints = ''
    child.stdout.on('data', (chunk) => {
      text += chunk
    })
    child.stderr.on('data', (chunk) => {
      complaints += chunk
    })
    child.on('error', reject)
    child.on('exit', (code) =>
      code === 0 ? resolve(text) : reject(new Error(`${command} ended with ${code}: ${complaints || text}`)),
    )
  })
}

async function loadFromNode(target: Target, seconds: number, connections: number): Promise<Load> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  const timesMs: number[] = []
  let failures = 0
  const begin = performance.now()
  const end = begin + seconds * 1000
  const worker = async () => {
    while (performance.now() < end) {
      const started = performance.now()
      const status = await sendOnce(target, agent)
      if (status >= 500 || status >= 300 !== (target.isRefused ?? false)) failures += 1
      timesMs.push(performance.now() - started)
    }
  }
  await Promise.all(Array.from({ length: connections }, worker))
  agent.destroy()
  return {
    requestsPerSecond: timesMs.length / ((performance.now() - begin) / 1000),
    ...quantiles(timesMs),
    failures,
    generator: 'node',
  }
}

function sendOnce({ url, headers = {}, body }: Target, agent: http.Agent): Promise<number> {
  const text = body === undefined ? undefined : JSON.stringify(body)
  const own =
    text === undefined ? {} : { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  return new Promise((resolve, reject) => {
    const method = text === undefined ? 'GET' : 'POST'
    const request = http.request(url, { agent, method, headers: { ...headers, ...own } }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 500))
    })
    request.on('error', reject)
    request.end(text)
  })
}

export function quantiles(timesMs: number[]): { p50Ms: number; p99Ms: number } {
  const sorted = timesMs.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
  return { p50Ms: at(0.5), p99Ms: at(0.99) }
}
