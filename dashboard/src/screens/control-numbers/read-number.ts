/** What was typed or copied from a page, as the service takes it. */
export function readNumber(typed: string): string {
  return typed.replace(/[\s-]/g, '')
}

/** Thirteen digits, however they are spaced: for fields that say so before anybody is asked. */
export const numberPattern = '\\s*(?:\\d[\\s\\-]*){13}'
