import Type from 'typebox'
import { Body, Nullable } from './fields.ts'

export const mostMetadataKeys = 20
/** As JSON. */
export const mostMetadataBytes = 8 * 1024
export const mostMetadataFilters = 3

const key = Type.String({ pattern: '^[A-Za-z0-9_.-]{1,40}$' })
const value = Type.String({ maxLength: 500, 'x-problem': 'must be text of at most 500 characters' })

const limits = {
  maxProperties: mostMetadataKeys,
  additionalProperties: false,
  'x-most-bytes': mostMetadataBytes,
  'x-problem': `must be an object of at most ${mostMetadataKeys} keys`,
  'x-other-names': 'must be a key of 1 to 40 letters, digits, underscores, points or hyphens',
  examples: [{ order_id: 'A-17' }],
} as const

const whatItIs =
  'Your own words beside it: up to 20 keys, texts of up to 500 characters, 8 KiB in all. Neither the provider nor the payer sees them.'

/** What a body takes when something is made. */
export const Metadata = Type.Record(key, value, { ...limits, description: whatItIs })

/** What a change takes: keys that are absent stay, null takes one away. */
export const MetadataChange = Type.Record(key, Nullable(value), {
  ...limits,
  description:
    'Keys that are absent stay as they are, `null` takes one away. At most 20 keys are left, and 8 KiB in all. No event tells of it.',
})

/** The body of a change of nothing but metadata. */
export const MetadataBody = Body({ metadata: Type.Optional(MetadataChange) })

/** As it is shown: empty where there is none. */
export const ShownMetadata = Type.Record(key, Type.String(), {
  description: 'Your own words beside it.',
  examples: [{ order_id: 'A-17' }],
})

/** The filter of lists: `metadata[order_id]=A-17`. */
export const metadataFilter = {
  metadata: Type.Optional(
    Type.Record(key, value, {
      ...limits,
      maxProperties: mostMetadataFilters,
      'x-problem': `must be written as metadata[order_id]=A-17, for at most ${mostMetadataFilters} keys`,
      description:
        'What has exactly this: `metadata[order_id]=A-17`. Up to three, and all must hold; several are looked for among the newest 100,000 that have the rarest of them.',
    }),
  ),
}
