import type { Malipo, MalipoError } from '@malipo/sdk'
import { useRef, useState } from 'react'
import { clientThatTells } from '../calls/clients.ts'
import { asMalipoError } from '../calls/query-client.ts'
import { saveFile } from '../calls/save-file.ts'
import { useMerchant } from '../frame/use-merchant.ts'
import { Button } from '../kit/button.tsx'
import { Notice } from '../parts/notice.tsx'
import { partWords } from '../parts/part-words.ts'
import { Refused } from '../parts/trouble.tsx'
import { useWords } from '../words/words.ts'
import { readAllPages } from './csv-pages.ts'

type Props = {
  /** What the file is called, without its ending. */
  name: string
  /** One page of the list as CSV: `(malipo, cursor, signal) => malipo.transactions.csv({ ...filters, cursor }, { signal })`. */
  read(malipo: Malipo, cursor: string | undefined, signal: AbortSignal): Promise<string>
}

/** The whole list as a file, read page after page along `X-Next-Cursor`; how far it is stands beside it, and it can be called off. */
export function ExportCsv({ name, read }: Props) {
  const words = useWords(partWords)
  const { merchantId, environment } = useMerchant()
  const [rows, setRows] = useState<number>()
  const [error, setError] = useState<MalipoError>()
  const ended = useRef<AbortController>(undefined)
  const begin = async () => {
    const stop = new AbortController()
    ended.current = stop
    setError(undefined)
    setRows(0)
    let next: string | null = null
    const malipo = clientThatTells(merchantId, environment, ({ headers }) => {
      next = headers.get('x-next-cursor')
    })
    const readPage = async (cursor: string | undefined) => {
      const text = await read(malipo, cursor, stop.signal)
      return { text, next }
    }
    try {
      // A mark at the beginning, or spreadsheets take it for another alphabet.
      saveFile(`${name}.csv`, 'text/csv;charset=utf-8', '\ufeff', await readAllPages(readPage, setRows))
    } catch (thrown) {
      if (!stop.signal.aborted) setError(asMalipoError(thrown))
    }
    setRows(undefined)
  }
  return (
    <>
      {rows === undefined ? (
        <Button look="plain" icon="download" onClick={() => void begin()}>
          {words.exportCsv}
        </Button>
      ) : (
        <>
          <span role="status">{words.exporting(rows)}</span>
          <Button look="plain" onClick={() => ended.current?.abort()}>
            {words.cancel}
          </Button>
        </>
      )}
      {error && (
        <Notice tone="failed">
          <strong>{words.exportFailed}</strong>
          <Refused error={error} />
        </Notice>
      )}
    </>
  )
}
