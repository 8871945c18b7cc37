import type { BodyOf, operations } from '@malipo/contract'
import { bothSpellings } from '../webhooks/webhooks.ts'
import type { EndpointRow } from './endpoint-row.ts'

export type EndpointChange = BodyOf<typeof operations.changeWebhookEndpoint>

type Settings = Pick<EndpointRow, 'events' | 'methods' | 'metadata' | 'success_event_name'>

/** What is named of them, as it is kept; what is absent stays as it is. */
export function settingsOf(change: EndpointChange): Partial<Settings> {
  const { events, methods, metadata, success_event_name: name } = change
  return {
    ...(events !== undefined && { events: filtersOf(events) }),
    ...(methods !== undefined && {
      methods: methods === null || methods.length === 0 ? null : [...new Set(methods)],
    }),
    ...(metadata !== undefined && { metadata: metadata ?? {} }),
    ...(name !== undefined && { success_event_name: name }),
  }
}

/** Null for all. Whoever asks for one spelling of a paid collection is sent both, and sees so in the list. */
function filtersOf(events: EndpointChange['events']): string[] | null {
  if (!events || events.includes('*')) return null
  return bothSpellings([...new Set(events)])
}
