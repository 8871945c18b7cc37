import { Button } from '../../kit/button.tsx'
import { Copyable } from '../../parts/copyable.tsx'
import { useWords } from '../../words/words.ts'
import classes from './account.module.css'
import { accountWords } from './account-words.ts'

/** Shown once: copied, printed or kept as a file, and then gone from the page. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept(): void }) {
  const words = useWords(accountWords)
  const text = codes.join('\n')
  const download = () => {
    const address = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }))
    const link = document.createElement('a')
    link.href = address
    link.download = 'malipo-recovery-codes.txt'
    link.click()
    URL.revokeObjectURL(address)
  }
  return (
    <div className="stack">
      <h3>{words.codes}</h3>
      <p role="status">
        <strong>{words.codesText}</strong>
      </p>
      <ul className={`mono ${classes.codes}`} aria-label={words.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="row not-printed">
        <Copyable text={text} shown="" label={words.copyCodes} />
        <Button look="plain" icon="print" onClick={() => window.print()}>
          {words.print}
        </Button>
        <Button look="plain" icon="download" onClick={download}>
          {words.download}
        </Button>
        <Button onClick={onKept}>{words.kept}</Button>
      </div>
    </div>
  )
}
