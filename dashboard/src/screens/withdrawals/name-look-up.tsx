import { useMutation } from '@tanstack/react-query'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button } from '../../kit/button.tsx'
import { nameCheckWords } from '../../parts/name-check-words.ts'
import { Notice } from '../../parts/notice.tsx'
import { tellName, toneOfName } from '../../parts/tell-name.ts'
import { Trouble } from '../../parts/trouble.tsx'
import { useMay } from '../../people/may.ts'
import { useWords } from '../../words/words.ts'
import { askingWords } from './asking-words.ts'
import { lookUpOf, nameKnownOf, type Wish } from './wish.ts'

type Props = { wish: Wish; onFound(known: NonNullable<Wish['known']>): void }

/** Whose number or account it is, asked when somebody wants to know. It stands until what was asked about is changed. */
export function NameLookUp({ wish, onFound }: Props) {
  const words = useWords(askingWords)
  const names = useWords(nameCheckWords)
  const { malipo } = useMerchant()
  const may = useMay()
  const asked = lookUpOf(wish)
  const looking = useMutation({
    mutationFn: (of: NonNullable<typeof asked>) => malipo.destinations.lookUp(of),
    onSuccess: ({ look_up_id, outcome, registered_name, match }, of) =>
      onFound({ look_up_id, outcome, registered_name, match, of: JSON.stringify(of) }),
  })
  const known = nameKnownOf(wish)
  if (!may('lookUpDestination')) return null
  return (
    <div className="stack tight">
      {known ? (
        <Notice tone={toneOfName(known)}>
          <p>{tellName(known, names)}</p>
        </Notice>
      ) : (
        <div>
          <Button
            look="plain"
            icon="search"
            disabled={asked === null}
            isBusy={looking.isPending}
            onClick={() => asked && looking.mutate(asked)}
          >
            {words.lookUp}
          </Button>
        </div>
      )}
      {looking.error && !known && (
        <Trouble error={looking.error} retry={() => asked && looking.mutate(asked)} />
      )}
    </div>
  )
}
