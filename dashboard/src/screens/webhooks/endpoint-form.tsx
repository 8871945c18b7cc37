import type { CreateWebhookEndpointRequest, EventFilter, OwnWebhookEndpoint, RoutedMethod } from '@malipo/sdk'
import { type ReactNode, useState } from 'react'
import { Segments } from '../../kit/choices.tsx'
import { AreaField, CheckField, ChoiceField, TextField } from '../../kit/fields.tsx'
import { useWords } from '../../words/words.ts'
import { endpointsWords } from './endpoints-words.ts'
import { eventTypes } from './event-type-choices.ts'
import { webhooksWords } from './webhooks-words.ts'

const kinds = [...new Set(eventTypes.map((type) => `${type.split('.', 1)[0]}.*`))]
const filters = kinds.flatMap((kind) => [
  kind,
  ...eventTypes.filter((type) => type.startsWith(kind.slice(0, -1))),
])

type Chosen = { which: string; events: readonly string[]; methods: readonly string[] }

/** What is chosen beside what is typed, and how both are told to the service. */
export function useEndpointWish(of?: OwnWebhookEndpoint) {
  const [chosen, setChosen] = useState<Chosen>({
    which: of === undefined || of.events.includes('*') ? 'all' : 'some',
    events: of?.events.filter((type) => type !== '*') ?? [],
    methods: of?.methods ?? [],
  })
  return {
    chosen,
    choose: (part: Partial<Chosen>) => setChosen({ ...chosen, ...part }),
    isIncomplete: chosen.which === 'some' && chosen.events.length === 0,
    wishOf: (fields: FormData): CreateWebhookEndpointRequest => {
      const name = String(fields.get('success_event_name'))
      return {
        url: String(fields.get('url')).trim(),
        events: chosen.which === 'all' ? ['*'] : (chosen.events as EventFilter[]),
        methods: [...chosen.methods] as RoutedMethod[],
        metadata: pairsIn(String(fields.get('metadata'))),
        success_event_name: name === '' ? null : (name as CreateWebhookEndpointRequest['success_event_name']),
      }
    },
  }
}

type Props = { of?: OwnWebhookEndpoint; wish: ReturnType<typeof useEndpointWish> }

export function EndpointFields({ of, wish: { chosen, choose } }: Props) {
  const words = { ...useWords(webhooksWords), ...useWords(endpointsWords) }
  return (
    <>
      <TextField
        name="url"
        type="url"
        label={words.address}
        hint={words.addressHint}
        defaultValue={of?.url ?? ''}
        maxLength={2000}
        required
      />
      <Segments
        label={words.events}
        value={chosen.which}
        onChange={(which) => choose({ which })}
        choices={[
          { value: 'all', label: words.allEvents },
          { value: 'some', label: words.someEvents },
        ]}
      />
      {chosen.which === 'some' && (
        <Checks legend={words.events} hint={words.eventsHint} isHeard>
          {filters.map((filter) => (
            <CheckField
              key={filter}
              label={<span className="mono">{filter}</span>}
              checked={chosen.events.includes(filter)}
              onChange={({ target }) => choose({ events: without(chosen.events, filter, target.checked) })}
            />
          ))}
        </Checks>
      )}
      <Checks legend={words.methods} hint={words.methodsHint}>
        {Object.entries(words.methodNames).map(([method, name]) => (
          <CheckField
            key={method}
            label={name}
            checked={chosen.methods.includes(method)}
            onChange={({ target }) => choose({ methods: without(chosen.methods, method, target.checked) })}
          />
        ))}
      </Checks>
      <AreaField
        name="metadata"
        label={words.metadata}
        hint={words.metadataHint}
        rows={3}
        defaultValue={linesOf(of?.metadata ?? {})}
      />
      <ChoiceField
        name="success_event_name"
        label={words.successName}
        defaultValue={of?.success_event_name ?? ''}
        choices={[
          { value: '', label: words.asWritten },
          { value: 'collection.success', label: 'collection.success' },
          { value: 'collection.successful', label: 'collection.successful' },
        ]}
      />
    </>
  )
}

type ChecksProps = { legend: string; hint: string; isHeard?: boolean; children: ReactNode }

function Checks({ legend, hint, isHeard = false, children }: ChecksProps) {
  return (
    <fieldset className="plain stack tight">
      <legend {...(isHeard && { className: 'heard' })}>{legend}</legend>
      <p className="small muted">{hint}</p>
      {children}
    </fieldset>
  )
}

function without(list: readonly string[], one: string, isChosen: boolean): string[] {
  const others = list.filter((each) => each !== one)
  return isChosen ? [...others, one] : others
}

/** `shop=Kariakoo` on a line of its own; what stands after the first sign belongs to the value. */
export function pairsIn(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf('=')
      return at === -1 ? [line.trim(), ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()]
    }),
  )
}

export function linesOf(pairs: Record<string, string>): string {
  return Object.entries(pairs)
    .map(([key, value]) => `${key}=${value}`)
    .join('\n')
}
