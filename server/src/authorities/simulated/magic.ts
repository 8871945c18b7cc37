/** How the simulated authority behaves when it is asked. */
export type Behaviour =
  /** Says no. */
  | 'refuses'
  /** Takes it down and says nothing, the first time. */
  | 'silent'
  /** Takes some seconds for it. */
  | 'slow'
  /** Does not take it the first two times. */
  | 'late'

/** By what a payment is for: shillings as minor units. */
const amounts = new Map<bigint, Behaviour>([
  [9_101_00n, 'refuses'],
  [9_102_00n, 'silent'],
  [9_103_00n, 'slow'],
  [9_104_00n, 'late'],
])

const registrations = new Map<string, Behaviour>([
  ['999999101', 'refuses'],
  ['999999102', 'silent'],
  ['999999103', 'slow'],
  ['999999104', 'late'],
])

const closings = new Map<string, Behaviour>([
  ['999999111', 'refuses'],
  ['999999112', 'silent'],
  ['999999113', 'slow'],
  ['999999114', 'late'],
])

export const behaviourOf = {
  amount: (minor: bigint) => amounts.get(minor),
  registration: (tin: string) => registrations.get(tin),
  closing: (tin: string) => closings.get(tin),
}
