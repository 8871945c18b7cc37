/** Operations that have no line of their own, and why. */
export const leftOut: Readonly<Record<string, string>> = {
  streamEvents: 'is events.stream, written by hand: it answers for as long as somebody listens',
  takeSandboxCallback: 'is called by providers, with a signature of the body in place of a key',
  takeProviderCallback: 'is called by providers, in their own words',
}

/** What the client must know of an operation and the interface does not say. */
export const extraMarks: Readonly<Record<string, string>> = {
  quoteWithdrawal: 'repeatable',
  lookUpDestination: 'repeatable',
  refreshCollectionStatus: 'repeatable',
  signOut: 'repeatable',
  adminVerifyAuditLog: 'repeatable',
  adminCheckBooks: 'repeatable',
  checkWebhook: 'waits',
  signUp: 'session',
  signIn: 'session',
  verifyTotp: 'session',
  verifyBackupCode: 'session',
}
