import { maskNumber } from './mask-text.ts'

/** What nobody may read again: whatever is called like this, wherever it stands, but for when something happens to it. What merchants write in words of their own may be anything. */
const secretName =
  /(?:metadata|passw|passphrase|secret|token|cookie|authorization|signature|totp|otp$|backup_?codes?$|(?:^|api_?|private_?|access_?|signing_?)key$|(?:^|_)m?pin$|(?:^|_)cv[cv]2?$)(?!.*_(?:at|until)$)/

/** Phones, and the numbers of accounts and cards. */
const numberName =
  /(?:^|_)(?:msisdn|recipient|destination_identifier|iban|card_?(?:no|number)|(?:phone|mobile|account)(?:_?(?:no|number))?)$/

/** In requests: the code of a second factor, which in replies is that of a refusal, and the bytes of a document, which only Super Admins read. */
const secretInRequests = ['code', 'content']

/** How a name is compared: whoever guesses a field writes it in their own way, and is refused with the same secret in it. */
export function plainName(name: string): string {
  return name
    .replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, '_')
    .replaceAll(/[\s.-]+/g, '_')
    .toLowerCase()
}

/** Names are plain ones. */
export function isSecretName(name: string, of: 'request' | 'reply'): boolean {
  return secretName.test(name) || (of === 'request' && secretInRequests.includes(name))
}

export function isNumberName(name: string): boolean {
  return numberName.test(name)
}

/** A value of an address by the name of its place; null where the name says nothing of it. */
export function maskPlace(name: string, value: string): string | null {
  const plain = plainName(name)
  if (isSecretName(plain, 'request')) return '[hidden]'
  return isNumberName(plain) ? maskNumber(value.replaceAll(/%2B|%20|\+/gi, ' ').trim()) : null
}
