/** Whoever asks while somebody else's question is being answered shares that answer. */
export function shareReading<Answer>(read: () => Promise<Answer>): () => Promise<Answer> {
  let reading: Promise<Answer> | undefined
  return () => {
    reading ??= read().finally(() => {
      reading = undefined
    })
    return reading
  }
}
