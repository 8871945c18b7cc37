/** Why no answer came, in words that help whoever looks for it: what a call says of itself is mostly only that it failed. */
export function whyUnanswered(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error ? `${String(error)} (${cause.message})` : String(error)
}
