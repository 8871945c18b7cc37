/** As the contract has it of batches: two mebibytes. */
const mostBytes = 2 * 1024 * 1024

export type WrongRows = 'none' | 'empty' | 'size' | 'spreadsheet' | 'utf8'

/** A file of rows as text, or what is wrong with it that can be told without sending it. */
export async function readRows(
  file: File | null,
  most = mostBytes,
): Promise<{ text: string } | { wrong: WrongRows }> {
  if (file === null) return { wrong: 'none' }
  if (file.size > most) return { wrong: 'size' }
  const bytes = new Uint8Array(await file.arrayBuffer())
  // Spreadsheets are packed folders, old ones begin with a mark of their own; neither is text.
  if ((bytes[0] === 0x50 && bytes[1] === 0x4b) || (bytes[0] === 0xd0 && bytes[1] === 0xcf))
    return { wrong: 'spreadsheet' }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const wrong = judgeText(text, most)
    return wrong ? { wrong } : { text }
  } catch {
    return { wrong: 'utf8' }
  }
}

/** The same of what was pasted. */
export function judgeText(text: string, most = mostBytes): WrongRows | undefined {
  if (text.trim() === '') return 'empty'
  return new TextEncoder().encode(text).length > most ? 'size' : undefined
}
