import { destinations } from '../../../src/withdrawals/withdrawals.ts'

/** What is said to machines, or is the name of something: the same in every language. */
const ofMachines = [
  /^[\w.-]+@|^https?:|^curl |^[{[</]|^(GET|POST|PATCH|PUT|DELETE)\b/,
  // `collection.success`, `refund.*`, `collections:read`, `422 validation_error`, `IP_NOT_ALLOWED`.
  /^[a-z_]+([.:]([a-z_]+|\*))+$|^(\d{3} )?[a-z]+(_[a-z]+)+$|^[A-Z]+(_[A-Z]+)+$/,
  // Headers, and what an entry of the audit log keeps beside it.
  /^[a-z][a-z_-]*: /,
  // Ids, and their ends.
  /^…?[0-9a-f-]{6,36}$|^(sandbox|live) key( …\w{4})?$/,
  /^(English|gateway)$/,
]

/** What somebody wrote who is in the pictures: the shop, its owner and customers, Super Admins, a provider of its own and the simulated network. */
const inPictures = [
  /^order-\d+$|^owner\d/,
  /^(: )?Rehema Said$|^Who is (Grace|\[name\]), and what is it for\?$|^(Who are they, and why twice this month|Did the courier bring anything back)\?$|^(For the weekend|Typed twice|Large ones|stolen-phones)$|^Large ones (\(|·)/,
  /^(\d+ \w+ \d{4}, )?(own|simulated)( · Malipo)?$|^(imezuiwa: )?not from this address$|^the test says nothing$/,
  /^Pay TZS \d+\.\d\d to Mama Asha Shop\? Enter your PIN\.$/,
  /^account TZS available of Mama Asha Shop is /,
]

/** Networks and banks are called the same in every language, with or without a number there. */
const places = new Set(destinations.map(({ name }) => name))

/** Whether a text on a screen is not the dashboard's own: then it may be in any language. */
export function isWrittenByOthers(text: string): boolean {
  if (places.has(text.replace(/[\s\d]+$/, ''))) return true
  return [...ofMachines, ...inPictures].some((pattern) => pattern.test(text))
}
