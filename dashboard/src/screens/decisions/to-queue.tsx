import { adminWords } from '../../admin/admin-words.ts'
import { useAdmin } from '../../admin/use-admin.ts'
import { WayBack } from '../../parts/way-back.tsx'
import { useWords } from '../../words/words.ts'
import { decisionWords } from './decision-words.ts'

/** The way back to where it is listed: the queue while it waits for somebody, the list of its kind when not. */
export function ToQueue({ path }: { path: string }) {
  const words = useWords(decisionWords)
  const { sections } = useWords(adminWords)
  const { at } = useAdmin()
  const isList = path === 'payments' || path === 'withdrawals'
  return <WayBack to={path === '' ? at : `${at}/${path}`}>{isList ? sections[path] : words.toQueue}</WayBack>
}
