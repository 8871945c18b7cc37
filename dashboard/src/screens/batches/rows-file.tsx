import { type DragEvent, useState } from 'react'
import { TextField } from '../../kit/fields.tsx'
import { useWords } from '../../words/words.ts'
import { formatSize } from '../settings/judge-file.ts'
import classes from './batches.module.css'
import { readRows, type WrongRows } from './judge-rows.ts'
import { newBatchWords } from './new-batch-words.ts'
import type { RowsDraft } from './rows-draft.ts'

type Props = {
  of: RowsDraft['file']
  problem: string | undefined
  /** What it may be, where it is not for a batch; and how large. */
  hint?: string
  mostBytes?: number
  onRead(rows: string, file: NonNullable<RowsDraft['file']>): void
  onWrong(wrong: WrongRows): void
}

/** A file that is dropped or chosen. */
export function RowsFile({ of, problem, hint, mostBytes, onRead, onWrong }: Props) {
  const words = useWords(newBatchWords)
  const [isOver, setOver] = useState(false)
  const take = async (file: File | undefined) => {
    const read = await readRows(file ?? null, mostBytes)
    if ('wrong' in read) onWrong(read.wrong)
    else if (file) onRead(read.text, { name: file.name, size: file.size })
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field within it does the same for whoever has no mouse.
    <div
      className={classes.drop}
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <TextField
        type="file"
        label={words.file}
        hint={hint ?? words.fileHint}
        problem={problem}
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        onChange={({ target }) => void take(target.files?.[0])}
      />
      <p role="status" className="breaks">
        {of && <strong>{words.chosen(of.name, formatSize(of.size))}</strong>}
      </p>
    </div>
  )
}
