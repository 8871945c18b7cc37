import { buttonLook } from '../kit/button.tsx'
import { Icon } from '../kit/icon.tsx'
import { useWords } from '../words/words.ts'
import { partWords } from './part-words.ts'

type Props = { text: string; look?: NonNullable<Parameters<typeof buttonLook>[0]>['look'] }

/** Opens WhatsApp with a text that somebody sends to whom they like. */
export function ByWhatsApp({ text, look = 'main' }: Props) {
  const words = useWords(partWords)
  return (
    <a
      href={`https://wa.me/?text=${encodeURIComponent(text)}`}
      target="_blank"
      rel="noreferrer"
      {...buttonLook({ look })}
    >
      <Icon name="send" />
      {words.whatsApp}
    </a>
  )
}
