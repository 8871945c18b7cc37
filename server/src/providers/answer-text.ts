/** The text of an answer that has so many bytes at most; a longer one is thrown away half read. */
export async function answerText(response: Response, mostBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    // Leaving the loop cancels the rest, so that nobody makes us read for ever.
    if (bytes > mostBytes) throw new Error(`The answer has more than ${mostBytes} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
