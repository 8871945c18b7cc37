import { type FormEvent, useState } from 'react'
import { saveFile } from '../../calls/save-file.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button } from '../../kit/button.tsx'
import { CheckField, TextField } from '../../kit/fields.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { useWords } from '../../words/words.ts'
import { newBatchWords } from './new-batch-words.ts'
import type { RowsDraft } from './rows-draft.ts'
import { RowsSource, useWrongRows } from './rows-source.tsx'

type Props = { draft: RowsDraft; onChange(draft: RowsDraft): void; onCheck(): void }

/** A name and the rows. Nothing of it is sent before somebody has seen what it comes to. */
export function RowsForm({ draft, onChange, onCheck }: Props) {
  const words = useWords(newBatchWords)
  const { wrong, setWrong, judge } = useWrongRows()
  const change = (more: Partial<RowsDraft>) => {
    setWrong(undefined)
    onChange({ ...draft, ...more })
  }
  const check = (event: FormEvent) => {
    event.preventDefault()
    if (judge(draft)) onCheck()
  }
  return (
    <div className="card narrow">
      <form className="stack" onSubmit={check}>
        <TextField
          label={words.name}
          hint={words.nameHint}
          value={draft.name}
          onChange={({ target }) => change({ name: target.value })}
          maxLength={120}
          required
        />
        <RowsSource of={draft} wrong={wrong} onChange={change} onWrong={setWrong} />
        <Template />
        <CheckField
          label={words.approveRows}
          hint={words.approveRowsHint}
          checked={draft.approveRows}
          onChange={({ target }) => change({ approveRows: target.checked })}
        />
        <p className="muted">{words.nothingYet}</p>
        <div>
          <Button type="submit">{words.check}</Button>
        </div>
      </form>
    </div>
  )
}

/** What to fill in. */
function Template() {
  const words = useWords(newBatchWords)
  const { malipo } = useMerchant()
  const [error, setError] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    setError(undefined)
    try {
      saveFile('disbursement-batch.csv', 'text/csv;charset=utf-8', await malipo.batches.template())
    } catch (thrown) {
      setError(thrown)
    }
    setBusy(false)
  }
  return (
    <div className="stack tight">
      <p className="small muted">
        {words.templateText} {words.phones}
      </p>
      <div>
        <Button look="plain" icon="download" isBusy={isBusy} onClick={() => void save()}>
          {words.template}
        </Button>
      </div>
      {error !== undefined && <Trouble error={error} />}
    </div>
  )
}
