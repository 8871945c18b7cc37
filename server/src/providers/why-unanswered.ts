/** Why no answer came, in words that help whoever looks for it: what a call says of itself is mostly only that it failed. */
export function whyUnanswered(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  // Where several addresses were tried, the cause has no words of its own.
  return `${error.message} (${cause.message || (cause as NodeJS.ErrnoException).code})`
}
