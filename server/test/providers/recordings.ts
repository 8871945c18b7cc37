import { readdirSync, readFileSync } from 'node:fs'
import type { ProviderCallback } from '../../src/providers/providers.ts'

/** The members of the port that call the provider. */
export type Call =
  | 'collect'
  | 'lookUp'
  | 'payOut'
  | 'lookUpPayOut'
  | 'cancel'
  | 'balance'
  | 'lookUpName'
  | 'list'
  | 'probe'

/** One question and its answer. */
export type RecordedStep = { request: RecordedRequest; response: RecordedResponse }

export type RecordedRequest = { method: string; path: string; headers: Record<string, string>; body: string }
export type RecordedResponse = { status: number; headers: Record<string, string>; body: string }

/** A call as it went over the wire: what we asked, what was sent for it, what came back, and what that means to us. */
export type RecordedCall = RecordedStep & {
  name: string
  /** Who wrote the answer down, where it was not we who heard it. */
  source?: string
  call: Call
  /** What the member is called with, before the signal. */
  asked: unknown
  /** What follows the first question, where one call of ours takes several of theirs. */
  then?: RecordedStep[]
  outcome: unknown
}

/** A callback, byte for byte, and what it means to us; null where it is none. */
export type RecordedCallback = {
  name: string
  source?: string
  callback: { headers: Record<string, string>; body: string }
  outcome: ProviderCallback | null
}

export type Recording = RecordedCall | RecordedCallback

/** All of a folder, by name. Money is written as the text of its minor units, time as ISO 8601. */
export function readRecordings(folder: URL): Recording[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => {
      const recording = JSON.parse(readFileSync(new URL(file, folder), 'utf8'), revive)
      return { name: file.replace(/\.json$/, ''), ...recording }
    })
}

function revive(key: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (key === 'amount') return BigInt(value)
  return ['expiresAt', 'at', 'from', 'to'].includes(key) ? new Date(value) : value
}
