import { useState } from 'react'
import { Segments } from '../../kit/choices.tsx'
import { AreaField } from '../../kit/fields.tsx'
import { useWords } from '../../words/words.ts'
import { judgeText, type WrongRows } from './judge-rows.ts'
import { newBatchWords } from './new-batch-words.ts'
import type { RowsDraft } from './rows-draft.ts'
import { RowsFile } from './rows-file.tsx'

export type Source = Pick<RowsDraft, 'from' | 'rows' | 'file'>

/** What is said where the rows are not those of a batch, and how large they may be then. */
type Otherwise = { hint?: string; tooLarge?: string; mostBytes?: number }

type Props = Otherwise & {
  of: Source
  wrong: WrongRows | undefined
  onChange(source: Source): void
  onWrong(wrong: WrongRows): void
}

/** Rows of a spreadsheet, in a file or pasted. */
export function RowsSource({ of, wrong, onChange, onWrong, hint, tooLarge, mostBytes }: Props) {
  const words = useWords(newBatchWords)
  const problem = wrong && (wrong === 'size' ? (tooLarge ?? words.wrong.size) : words.wrong[wrong])
  const from = (from: Source['from']): Source => ({ from, rows: '', file: undefined })
  return (
    <>
      <Segments
        label={words.rowsFrom}
        value={of.from}
        onChange={(chosen) => onChange(from(chosen as Source['from']))}
        choices={[
          { value: 'file', label: words.fromFile },
          { value: 'paste', label: words.fromPaste },
        ]}
      />
      {of.from === 'file' ? (
        <RowsFile
          of={of.file}
          problem={problem}
          {...(hint !== undefined && { hint })}
          {...(mostBytes !== undefined && { mostBytes })}
          onRead={(rows, file) => onChange({ from: 'file', rows, file })}
          onWrong={(found) => {
            onChange(from('file'))
            onWrong(found)
          }}
        />
      ) : (
        <AreaField
          label={words.paste}
          hint={words.pasteHint}
          problem={problem}
          rows={8}
          className="mono"
          value={of.rows}
          onChange={({ target }) => onChange({ from: 'paste', rows: target.value, file: undefined })}
          spellCheck={false}
        />
      )}
    </>
  )
}

/** Whether rows are fit to be sent, and what is wrong with them until then: nothing, once they are changed. */
export function useWrongRows(mostBytes?: number) {
  const [wrong, setWrong] = useState<WrongRows>()
  return {
    wrong,
    setWrong,
    judge({ rows }: Source): boolean {
      const found = rows === '' ? 'none' : judgeText(rows, mostBytes)
      setWrong(found)
      return found === undefined
    },
  }
}
