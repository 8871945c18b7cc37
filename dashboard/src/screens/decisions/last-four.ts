/** The end of an account by which an approver shows that they looked at it. */
export function lastFour(account: string): string {
  return account
    .replaceAll(/[^0-9a-z]/gi, '')
    .slice(-4)
    .toUpperCase()
}

/** Whether somebody typed the end of the account; spaces and capitals do not matter. */
export function isLastFour(typed: string, account: string): boolean {
  const plain = typed.replaceAll(/[^0-9a-z]/gi, '').toUpperCase()
  return plain.length === 4 && plain === lastFour(account)
}
