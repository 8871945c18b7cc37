import { Link } from '@tanstack/react-router'
import { useAdmin } from '../../admin/use-admin.ts'
import { Icon } from '../../kit/icon.tsx'
import { useWords } from '../../words/words.ts'
import { decisionWords } from './decision-words.ts'

/** The way back to where it came from. */
export function ToQueue({ path }: { path: string }) {
  const words = useWords(decisionWords)
  const { at } = useAdmin()
  return (
    <Link to={path === '' ? at : `${at}/${path}`} className="row">
      <Icon name="previous" size={16} />
      {words.toQueue}
    </Link>
  )
}
