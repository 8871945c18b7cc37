export type Answer = {
  status: number
  body: { data: Record<string, unknown>; error?: { code: string } }
  /** Given by the process that answered; none where whoever leads callers found nobody to answer. */
  requestId?: string | null
}

/** One request of the generator's own book: under which key it was sent, again and again, and what was answered. */
export type Asked = {
  kind: 'collection' | 'withdrawal'
  /** By which it is found among ours, whatever became of the answer. */
  mark: string
  amount: number
  id: string | null
  answer: Answer | null
  /** What Super Admins decided about it and were told that it was done. */
  decided: ('approve' | 'reject')[]
  /** Of a refund, the payment. */
  of?: string | null
}

export type Acknowledged = { beganAt: number; at: number }

export type CustomersBook = {
  asked: Asked[]
  acknowledged: Acknowledged[]
  /** Sent again under the same key after an answer was lost, or to see that it says the same. */
  repeats: number
  lostAnswers: number
  /** Each time that somebody was not answered, or was told to ask again; where nothing fails there is none. */
  failures: string[]
  /** Another answer to the same key than before. */
  changedAnswers: string[]
  /** What nobody should be told, whatever fails. */
  strange: string[]
  repeatedCallbacks: number
}
