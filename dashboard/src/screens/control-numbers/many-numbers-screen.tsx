import type { ControlNumbers } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { saveFile } from '../../calls/save-file.ts'
import { Form, forgetDraft } from '../../forms/form.tsx'
import { useDraft } from '../../forms/use-draft.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button } from '../../kit/button.tsx'
import { Segments } from '../../kit/choices.tsx'
import { AreaField } from '../../kit/fields.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { WayBack } from '../../parts/way-back.tsx'
import { useWords } from '../../words/words.ts'
import { judgeText, type WrongRows } from '../batches/judge-rows.ts'
import { problemsIn, RowProblems } from '../batches/row-problems.tsx'
import { RowsFile } from '../batches/rows-file.tsx'
import { MadeNumbers } from './made-numbers.tsx'
import { manyNumbersWords } from './new-number-words.ts'
import { templateOfNumbers } from './numbers-csv.ts'
import { numbersWords } from './numbers-words.ts'

/** As the contract has it: one mebibyte. */
const mostBytes = 1024 * 1024

type Draft = { from: 'file' | 'paste'; rows: string; file?: { name: string; size: number } | undefined }

/** Many at once: the rows are taken whole or not at all, and what is wrong is told row by row. */
export default function ManyNumbersScreen() {
  const words = useWords(manyNumbersWords)
  const { title: all } = useWords(numbersWords)
  const { merchantId, environment, malipo, key } = useMerchant()
  const here = `/m/${merchantId}/${environment}/control-numbers`
  const kept = `control-numbers.${merchantId}.${environment}`
  const [draft, setDraft] = useDraft<Draft>(kept, { from: 'file', rows: '' })
  const [wrong, setWrong] = useState<WrongRows>()
  const [made, setMade] = useState<ControlNumbers>()
  const submission = useSubmission<ControlNumbers>(kept)
  const queries = useQueryClient()
  const change = (more: Partial<Draft>) => {
    setWrong(undefined)
    submission.clear()
    setDraft({ ...draft, ...more })
  }
  const send = async () => {
    const found = draft.rows === '' ? 'none' : judgeText(draft.rows, mostBytes)
    setWrong(found)
    if (found !== undefined) return
    const answer = await submission.submit(({ idempotencyKey }) =>
      malipo.controlNumbers.createMany({ rows: draft.rows }, { idempotencyKey }),
    )
    if (!answer) return
    forgetDraft(kept)
    setDraft({ from: 'file', rows: '' })
    setMade(answer)
    void queries.invalidateQueries({ queryKey: [...key, 'control-numbers'] })
  }
  const isTest = environment === 'sandbox'
  const problem = wrong && words.wrong[wrong]
  const refused = submission.error ? problemsIn(submission.error) : []
  return (
    <>
      <PageHead
        key={made ? 'made' : 'form'}
        title={made ? words.made(made.items.length) : isTest ? words.titleTest : words.title}
        above={<WayBack to={here}>{all}</WayBack>}
      />
      {made ? (
        <MadeNumbers of={made.items} onMore={() => setMade(undefined)} />
      ) : (
        <div className="stack narrow">
          {refused.length > 0 && <RowProblems of={refused} text={words.problemsText} />}
          <div className="card">
            <Form
              submission={submission}
              onSubmit={() => void send()}
              saying={{ invalid_json: words.unreadable }}
            >
              <Segments
                label={words.rowsFrom}
                value={draft.from}
                onChange={(from) => change({ from: from as Draft['from'], rows: '', file: undefined })}
                choices={[
                  { value: 'file', label: words.fromFile },
                  { value: 'paste', label: words.fromPaste },
                ]}
              />
              {draft.from === 'file' ? (
                <RowsFile
                  of={draft.file}
                  problem={problem}
                  hint={words.fileHint}
                  mostBytes={mostBytes}
                  onRead={(rows, file) => change({ rows, file })}
                  onWrong={(found) => {
                    change({ rows: '', file: undefined })
                    setWrong(found)
                  }}
                />
              ) : (
                <AreaField
                  label={words.paste}
                  hint={words.pasteHint}
                  problem={problem}
                  rows={8}
                  className="mono"
                  value={draft.rows}
                  onChange={({ target }) => change({ rows: target.value })}
                  spellCheck={false}
                />
              )}
              <p className="small muted">{words.templateText}</p>
              <div>
                <Button
                  look="plain"
                  icon="download"
                  onClick={() =>
                    saveFile('control-numbers-template.csv', 'text/csv;charset=utf-8', templateOfNumbers)
                  }
                >
                  {words.template}
                </Button>
              </div>
              <Button type="submit" isWide isBusy={submission.isSending}>
                {isTest ? words.makeTest : words.make}
              </Button>
            </Form>
          </div>
        </div>
      )}
    </>
  )
}
