/** A name with line ends in it would write lines of its own into a message. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
