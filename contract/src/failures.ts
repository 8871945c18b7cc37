import Type from 'typebox'

/** Why a payment failed: the code for programs, and what to say where nobody has said it better. */
export const failures = {
  declined: 'The payment was declined.',
  insufficient_funds: 'There was too little money.',
  wrong_pin: 'The PIN was wrong.',
  expired: 'Nobody paid in time.',
  cancelled: 'It was cancelled.',
  invalid_number: 'The number or account cannot be used for this.',
  limit: 'It is over a limit of the account.',
  refused: 'The provider refused it.',
  rejected: 'A Super Admin declined it.',
} as const

export type FailureCode = keyof typeof failures

export const failureCodes = Object.keys(failures) as FailureCode[]

export const FailureCodeName = Type.Enum([...failureCodes])

/** Null while nothing has failed. */
export const failureFields = {
  failure_code: Type.Union([FailureCodeName, Type.Null()]),
  failure_message: Type.Union([Type.String(), Type.Null()]),
}
