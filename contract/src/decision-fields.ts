import Type from 'typebox'
import { Nullable } from './fields.ts'

/** What ties somebody to money, so that they may not decide about it. */
export const ties = [
  'no_second_factor',
  'asked_for_it',
  'member_of_merchant',
  'former_member',
  'made_its_key',
] as const
export type Tie = (typeof ties)[number]

const hindrances = [
  ...ties,
  'decided',
  'approved_by_you',
  'payouts_held',
  'merchant_restricted',
  'insufficient_balance',
  'payment_reversed',
  'recipient_cooling',
  'recipient_blocked',
] as const
export type Hindrance = (typeof hindrances)[number]

const why = Nullable(
  Type.Enum([...hindrances], {
    description:
      'Why the caller may not, or may not approve: something that ties them to it, or what it lacks. Null where nothing does.',
  }),
)

/** What the caller may do about a withdrawal as it stands, told before they try. */
export const MayDecidePayout = Type.Object({
  approve: Type.Boolean(),
  ask: Type.Boolean(),
  reject: Type.Boolean(),
  resolve: Type.Boolean(),
  retry: Type.Boolean(),
  return_again: Type.Boolean(),
  override_cooling: Type.Boolean({
    description: 'Whether nothing but the cooling of its recipient is in the way of an approval.',
  }),
  why,
})

export const MayClear = Type.Object({ clear: Type.Boolean(), decline: Type.Boolean(), why })
