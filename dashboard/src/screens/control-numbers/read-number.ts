/** What was typed or copied from a page, as the service takes it. */
export function readNumber(typed: string): string {
  return typed.replace(/[\s-]/g, '')
}
