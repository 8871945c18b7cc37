import type { ControlNumbers } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { saveFile } from '../../calls/save-file.ts'
import { Form, forgetDraft } from '../../forms/form.tsx'
import { useDraft } from '../../forms/use-draft.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button } from '../../kit/button.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { WayBack } from '../../parts/way-back.tsx'
import { useWords } from '../../words/words.ts'
import { problemsIn, RowProblems } from '../batches/row-problems.tsx'
import { RowsSource, type Source, useWrongRows } from '../batches/rows-source.tsx'
import { MadeNumbers } from './made-numbers.tsx'
import { manyNumbersWords } from './new-number-words.ts'
import { templateOfNumbers } from './numbers-csv.ts'
import { numbersWords } from './numbers-words.ts'

/** As the contract has it: one mebibyte. */
const mostBytes = 1024 * 1024

const noRows: Source = { from: 'file', rows: '' }

/** Many at once: the rows are taken whole or not at all, and what is wrong is told row by row. */
export default function ManyNumbersScreen() {
  const words = useWords(manyNumbersWords)
  const { title: all } = useWords(numbersWords)
  const { merchantId, environment, malipo, key } = useMerchant()
  const here = `/m/${merchantId}/${environment}/control-numbers`
  const kept = `control-numbers.${merchantId}.${environment}`
  const [draft, setDraft] = useDraft<Source>(kept, noRows)
  const { wrong, setWrong, judge } = useWrongRows(mostBytes)
  const [made, setMade] = useState<ControlNumbers>()
  const submission = useSubmission<ControlNumbers>(kept)
  const queries = useQueryClient()
  const change = (source: Source) => {
    setWrong(undefined)
    submission.clear()
    setDraft(source)
  }
  const send = async () => {
    if (!judge(draft)) return
    const answer = await submission.submit(({ idempotencyKey }) =>
      malipo.controlNumbers.createMany({ rows: draft.rows }, { idempotencyKey }),
    )
    if (!answer) return
    forgetDraft(kept)
    setDraft(noRows)
    setMade(answer)
    void queries.invalidateQueries({ queryKey: [...key, 'control-numbers'] })
  }
  const isTest = environment === 'sandbox'
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
              <RowsSource
                of={draft}
                wrong={wrong}
                onChange={change}
                onWrong={setWrong}
                hint={words.fileHint}
                tooLarge={words.tooLarge}
                mostBytes={mostBytes}
              />
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
