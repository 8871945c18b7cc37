/** An amount as people type it, `25 000` or `25,000.50`, as the service takes it; undefined where it is none, or nothing. */
export function readAmount(text: string): string | undefined {
  const plain = text.replace(/[\s,]/g, '').replace(/^0+(?=\d)/, '')
  return /^(?!0(\.0+)?$)\d{1,13}(\.\d{1,2})?$/.test(plain) ? plain : undefined
}
