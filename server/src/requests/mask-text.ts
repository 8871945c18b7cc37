import { hideSecrets, phoneNumbers } from '../telemetry/telemetry.ts'

const shownDigits = 3

/** What is left of a phone or an account: enough to tell one's own apart, too little to call or pay anybody. */
export function maskNumber(text: string): string {
  const characters = [...text]
  let left = shownDigits
  for (let at = characters.length - 1; at >= 0; at -= 1) {
    if (!/[\p{L}\p{N}]/u.test(characters[at] ?? '')) continue
    if (left > 0) left -= 1
    else characters[at] = '*'
  }
  return characters.join('')
}

/** A text in which nothing stands that no log line may show, but for three digits of each phone. */
export function maskText(text: string): string {
  return hideSecrets(
    text.replace(phoneNumbers, (phone) => maskNumber(phone.replaceAll(/%2B|%20/gi, ' ').trim())),
  )
}
