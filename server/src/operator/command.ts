import type { Config } from '../config.ts'
import type { Installation } from '../installation.ts'

export type Options = Record<string, string | boolean | undefined>
export type Result = { shown: Record<string, unknown>; text?: string; failed?: boolean }

type Told = {
  usage: string
  purpose: string
  options: Record<string, { type: 'string' | 'boolean' }>
  /** The one word that stands after the command, if it needs one. */
  takes?: string
}

/** What stands behind a word of `malipo`: most need the installation; who copies or makes one must not open it first. */
export type Command = Told &
  (
    | { run(installation: Installation, options: Options, config: Config): Promise<Result> }
    | { runAlone(options: Options, config: Config): Promise<Result> }
  )

export const text = { type: 'string' } as const
export const flag = { type: 'boolean' } as const

/** The command was given wrongly; the message says how it is used. */
export class Misuse extends Error {}

export function needed(options: Options, name: string): string {
  const value = options[name]
  if (typeof value === 'string' && value.trim() !== '') return value.trim()
  throw new Misuse(`--${name} is required.`)
}
