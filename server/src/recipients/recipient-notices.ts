import type { Actor } from '../http/http.ts'
import type { Notice } from '../notifications/notifications.ts'
import type { Owner } from './find-recipients.ts'
import type { RecipientRow } from './recipient-row.ts'
import type { Settings, Strictness } from './strictness.ts'

const shown = 3

/** Enough for whoever knows the number. Notices name nobody: they stay when somebody is erased. */
function inShort({ destination_code: code, destination_identifier: identifier }: RecipientRow): string {
  return `${code} …${identifier.slice(-shown)}`
}

function whoOf({ by }: Actor): string {
  return by.kind === 'person' ? by.user.name : 'An API key'
}

/** Owners are told of each, because money may go there. */
export function savedNotice(row: RecipientRow, caller: Actor): Notice {
  return {
    ...about(row),
    kind: 'recipient.saved',
    title: 'A recipient was saved',
    text: `${whoOf(caller)} saved ${inShort(row)}. ${sinceWhen(row)} If you do not know it, block it now.`,
  }
}

export function unblockedNotice(row: RecipientRow, caller: Actor): Notice {
  return {
    ...about(row),
    kind: 'recipient.unblocked',
    title: 'A recipient was unblocked',
    text: `${whoOf(caller)} unblocked ${inShort(row)}. ${sinceWhen(row)} If this was not meant to be, block it again.`,
  }
}

function sinceWhen({ usable_from: from, updated_at: now }: RecipientRow): string {
  return from > now
    ? `Money to it is not approved before ${from.toISOString()}.`
    : 'Money to it can be approved from now on.'
}

function about({ merchant_id: merchantId, environment }: RecipientRow) {
  return { merchantId, environment, withdrawalId: null, mailTo: ['owner'] } as const
}

export function settingsNotice(
  { merchantId, environment }: Owner,
  name: string,
  { now, next }: Settings,
): Notice {
  const later = next === null ? '' : ` From ${next.at.toISOString()} on: ${inWords(next)}`
  return {
    merchantId,
    environment,
    kind: 'recipient.settings_changed',
    title: 'How recipients are treated was changed',
    text: `${name} changed it. Now: ${inWords(now)}${later} If this was not meant to be, change it back and look at who is in the team.`,
    withdrawalId: null,
    mailTo: ['owner'],
  }
}

function inWords({ hours, only }: Strictness): string {
  const cooling = `new recipients wait ${hours} hours before money to them is approved`
  return `${cooling}, and money leaves ${only ? 'to saved recipients only' : 'to anybody'}.`
}
