export type Text = { to: string; text: string }

/**
 * What a gateway says to one text message: taken, with its name for it; refused for good, because nobody can be reached there; or
 * not now, silence and faults included. Unlike money a message may arrive twice, so that what is unclear is simply tried again.
 */
export type Taken =
  | { kind: 'taken'; reference: string | null }
  | { kind: 'refused'; because: string }
  | { kind: 'failed'; because: string }

/** Whoever carries text messages. An answer is returned, whatever it is, and never thrown. */
export type Gateway = { name: string; send(message: Text): Promise<Taken> }
