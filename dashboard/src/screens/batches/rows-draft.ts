/** What stands on the screen on which a batch is asked for. */
export type RowsDraft = {
  name: string
  from: 'file' | 'paste'
  /** The rows as CSV, as they were read or pasted. */
  rows: string
  /** What the file was called, and how large it is. */
  file?: { name: string; size: number } | undefined
  approveRows: boolean
}

export const noRows: RowsDraft = { name: '', from: 'file', rows: '', approveRows: false }

export const isReady = ({ name, rows }: RowsDraft) => name.trim() !== '' && rows.trim() !== ''

export function askedOf({ name, rows, approveRows }: RowsDraft) {
  return { name: name.trim(), rows, ...(approveRows && { approve_rows: true }) }
}
