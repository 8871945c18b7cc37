import type { Malipo } from '@malipo/sdk'
import type { Command } from 'commander'
import { type Connection, connect } from '../connect.ts'
import type { Printer } from '../output/printer.ts'
import type { Surroundings } from '../surroundings.ts'
import { settingsOf } from './settings.ts'

export type Connected = Connection & { printer: Printer; signal: AbortSignal; surroundings: Surroundings }

/** What a command that speaks to the service begins with. */
export async function withConnection(command: Command, surroundings: Surroundings): Promise<Connected> {
  const settings = settingsOf(command, surroundings)
  const connection = await connect(settings, surroundings)
  return { ...connection, printer: settings.printer, signal: surroundings.signal, surroundings }
}

/** For what both may do: keys have the scopes for it, and a person is heard before a key. */
export function personFirst({ hasSession, dashboard, malipo }: Connected): Malipo {
  return hasSession ? dashboard() : malipo
}
