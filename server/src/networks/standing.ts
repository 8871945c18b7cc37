import type { AdminNetworkStanding, NetworkDirection, NetworkLimits } from '@malipo/contract'
import type { Static } from 'typebox'
import type { Database, Transaction } from '../database/database.ts'
import {
  everyProvider,
  type PinRow,
  readPins,
  readSandboxNetworks,
  readStatuses,
  type SandboxNetworkRow,
  type StatusRow,
} from '../weather/weather.ts'

export type Standing = Pick<Static<typeof NetworkLimits>, 'status' | 'since' | 'note'>

/** How networks stand, of one environment, as it was read at one moment. */
export type Standings = {
  /** Through one provider, or through all together. Refunds that are paid out stand as payouts do, unless somebody says otherwise. */
  of(code: string, direction: NetworkDirection, provider?: string): Standing
  /** How a Super Admin sees it. */
  whole(code: string, direction: NetworkDirection): Static<typeof AdminNetworkStanding>
}

/** What nobody has counted or said. */
const unheardOf: Standing = { status: 'unknown', since: null, note: null }

/** A network that is played is there, unless its merchant says otherwise. */
const played: Standing = { status: 'up', since: null, note: null }

export async function readStandings(sql: Database | Transaction, now: Date): Promise<Standings> {
  const [statuses, pins] = await Promise.all([readStatuses(sql), readPins(sql, now)])
  const pinOf = (code: string, direction: NetworkDirection) => pins.find(isAbout(code, direction))
  const of: Standings['of'] = (code, direction, provider = everyProvider) => {
    const pin = pinOf(code, direction)
    if (pin) return said(pin)
    const judged = statuses.find((one) => one.provider === provider && isAbout(code, direction)(one))
    return judged ? { status: judged.status, since: judged.since.toISOString(), note: null } : unheardOf
  }
  return {
    of,
    whole(code, direction) {
      const pin = pinOf(code, direction)
      return {
        ...of(code, direction),
        pinned: pin ? showPin(pin) : null,
        providers: statuses.filter(isAbout(code, direction)).flatMap(showJudged),
      }
    },
  }
}

/** A merchant's own, in which only they say anything. */
export async function readSandboxStandings(
  sql: Database | Transaction,
  now: Date,
  merchantId: string,
): Promise<Pick<Standings, 'of'>> {
  const changes = await readSandboxNetworks(sql, now, merchantId)
  return {
    of(code, direction) {
      const change = changes.find(isAbout(code, direction))
      return change ? said(change) : played
    },
  }
}

function isAbout(code: string, direction: NetworkDirection) {
  return (row: Pick<StatusRow, 'destination_code' | 'direction'>) =>
    row.destination_code === code && row.direction === direction
}

function said({ status, pinned_at: at, note }: SandboxNetworkRow): Standing {
  return { status, since: at.toISOString(), note }
}

function showPin({ status, note, ends_at: end, pinned_at: at, pinned_by: by }: PinRow) {
  return {
    status,
    note,
    until: end?.toISOString() ?? null,
    pinned_at: at.toISOString(),
    pinned_by: by,
  }
}

function showJudged({ provider, status, since }: StatusRow) {
  return provider === everyProvider ? [] : [{ provider, status, since: since.toISOString() }]
}
