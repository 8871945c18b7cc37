import type { Statement } from '@malipo/sdk'
import { saveFile } from '../../calls/save-file.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button } from '../../kit/button.tsx'
import { FormTrouble } from '../../parts/trouble.tsx'
import { useLanguage, useWords } from '../../words/words.ts'
import { statementsWords } from './statements-words.ts'

const formats = { pdf: 'application/pdf', csv: 'text/csv', json: 'application/json' } as const

/** The whole of it, for people, spreadsheets and programs. */
export function StatementFiles({ of: { id, from, to } }: { of: Statement }) {
  const words = useWords(statementsWords)
  const lang = useLanguage()
  const { malipo } = useMerchant()
  const submission = useSubmission<Uint8Array<ArrayBuffer>>()
  const save = async (format: keyof typeof formats) => {
    const bytes = await submission.submit(() => malipo.statements.file(id, { format, lang }))
    if (bytes) saveFile(`statement-${from}-${to}.${format}`, formats[format], bytes)
  }
  return (
    <>
      <FormTrouble error={submission.error} />
      <div className="row">
        {Object.keys(formats).map((format) => (
          <Button
            key={format}
            look="plain"
            isBusy={submission.isSending}
            onClick={() => void save(format as keyof typeof formats)}
          >
            {words.download(format.toUpperCase())}
          </Button>
        ))}
      </div>
    </>
  )
}
