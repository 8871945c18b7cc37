const backslash = 92

/**
 * Where a string of JSON ends: at its closing mark, or with the text in which it was cut off. Looked for from mark to mark, because a
 * string may be a file of megabytes.
 */
export function endOfString(json: string, start: number): number {
  for (let position = start + 1; ; ) {
    const end = json.indexOf('"', position)
    if (end === -1) return json.length
    let first = end
    while (json.charCodeAt(first - 1) === backslash) first -= 1
    if ((end - first) % 2 === 0) return end
    position = end + 1
  }
}
