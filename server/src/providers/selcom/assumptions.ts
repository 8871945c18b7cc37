/**
 * What we take for true of the gateway without having been told so by Selcom for this installation. DOC is its documentation, LIVE what merchants
 * wrote down of the real gateway, INF what we conclude. All of it is in docs/providers/selcom.md, to be asked before going live.
 */

/** LIVE: other offsets were taken too, but this one by everybody. */
export const offsetOfTanzania = { text: '+03:00', ms: 3 * 3_600_000 }

/** LIVE: an order needs a name, an address and a phone of its buyer, also for a code; anything that looks like one will do. */
export const unnamedBuyer = { name: 'Customer', phone: '255000000000' }

/** INF: how long a prompt can be answered. After it the order should be over, also one that was made and whose push never went out. */
export const pushLivesMs = 3_600_000

/** INF: how long a remark may be is written nowhere. */
export const mostRemarkCharacters = 50

/** LIVE: a push below these amounts is refused; the second is for numbers of Mixx by Yas. */
export const leastPush = 100_00n
export const leastMixxPush = 1_000_00n

/** LIVE for wallets: code 013 below it. INF for banks and Selcom Pesa. */
export const leastPayOut = 1_000_00n

/** INF: no greatest amount is written anywhere, so that the gateway itself refuses what is too much. */
export const mostAmount = 9_999_999_999_999_00n

/** LIVE: in the message of a 403, where our address is not on their list. */
export const addressMark = '(4032)'

/** LIVE: HTTP 200 with this code is the answer to order-status about an order that was never made. */
export const neverMadeCode = '404'

/** DOC has it as an example; which other purposes there are is written nowhere. */
export const transferPurpose = 'GIFT'

/** INF: dates in lists are written as `2026-11-16 09:30:46`, in the time of Dar es Salaam. */
export const creationDate = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)$/

/** INF: a list has everything of its days; pages, their order and their limits are written nowhere. */
export const mostListBytes = 32 * 1_048_576

/** INF: the longest callback is a few hundred bytes. */
export const callbackBytes = 8_192
