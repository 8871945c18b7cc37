import type { DocumentKind, MerchantDocument } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Form } from '../../forms/form.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button } from '../../kit/button.tsx'
import { ChoiceField, TextField } from '../../kit/fields.tsx'
import { useWords } from '../../words/words.ts'
import { acceptedTypes, formatSize, judgeFile, readBase64, type WrongFile } from './judge-file.ts'
import { settingsWords } from './settings-words.ts'

/** Five megabytes over a slow phone take a while; longer than this the client waits for nobody. */
const mostMs = 110_000

export function UploadForm({ isFull }: { isFull: boolean }) {
  const words = useWords(settingsWords)
  const { malipo, key } = useMerchant()
  const queries = useQueryClient()
  const submission = useSubmission<MerchantDocument>()
  const [wrong, setWrong] = useState<WrongFile>()
  const [sending, setSending] = useState('')
  const [sent, setSent] = useState<MerchantDocument>()
  const send = async (fields: FormData) => {
    const given = fields.get('content')
    const file = given instanceof File ? given : null
    const problem = judgeFile(file)
    setWrong(problem)
    setSent(undefined)
    if (file === null || problem !== undefined) return
    setSending(words.sending(file.name, formatSize(file.size)))
    const body = { kind: fields.get('kind') as DocumentKind, file_name: file.name.slice(-200) }
    const made = await submission.submit(async (options) =>
      malipo.documents.upload(
        { ...body, content: await readBase64(file) },
        { ...options, timeoutMs: mostMs },
      ),
    )
    if (made === undefined) return
    setSent(made)
    await queries.invalidateQueries({ queryKey: [...key, 'documents'] })
    await queries.invalidateQueries({ queryKey: [...key, 'merchant'] })
  }
  return (
    <section className="card stack" aria-labelledby="upload">
      <h2 id="upload">{words.add}</h2>
      {isFull && <p>{words.mostReached}</p>}
      {!isFull && (
        // What was sent leaves an empty field behind.
        <Form key={sent?.id} submission={submission} onSubmit={(fields) => void send(fields)}>
          <ChoiceField
            name="kind"
            label={words.kind}
            choices={(Object.entries(words.kinds) as [DocumentKind, string][]).map(([value, label]) => ({
              value,
              label,
            }))}
          />
          <TextField
            type="file"
            name="content"
            label={words.file}
            hint={words.fileHint}
            accept={acceptedTypes}
            problem={wrong && words.wrongFile[wrong]}
            onChange={() => setWrong(undefined)}
          />
          <div>
            <Button type="submit" icon="upload" isBusy={submission.isSending}>
              {words.send}
            </Button>
          </div>
        </Form>
      )}
      <p role="status">{submission.isSending ? sending : sent && words.isSent(sent.file_name)}</p>
      {submission.isSending && <progress aria-label={sending} />}
    </section>
  )
}
