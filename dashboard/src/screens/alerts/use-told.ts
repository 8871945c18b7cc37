import type { OperatorAlert } from '@malipo/sdk'
import { tellCount } from '../../admin/counts.ts'
import { useLanguage, useWords } from '../../words/words.ts'
import { checkNamesInSwahili } from '../books/check-names.ts'
import { discrepancyWords } from '../decisions/discrepancy-words.ts'
import { causeWords } from './cause-words.ts'

/** One more than are counted: there are more. */
const more = 101

/** What an alert says, in the language of whoever reads it. */
export function useTold(of: OperatorAlert): { title: string; text: string } {
  const { title, text } = useWords(causeWords)[of.kind]
  const kinds: Record<string, string> = useWords(discrepancyWords).kinds
  const language = useLanguage()
  const subjects = of.kind === 'books_red' && language === 'sw' ? checkNamesInSwahili : kinds
  const about = of.kind === 'documents_uploaded' ? whoSent(of.title) : (subjects[of.subject] ?? of.subject)
  const isMore = of.count >= more
  return {
    title: title(about),
    text: text(tellCount({ count: isMore ? more - 1 : of.count, is_more: isMore, oldest_at: null }), about),
  }
}

/** Its subject is an id; the business is named only in what the service says. */
function whoSent(title: string): string {
  return title.replace(/ sent in documents$/, '')
}
