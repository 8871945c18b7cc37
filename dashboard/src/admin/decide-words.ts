import { bothLanguages } from '../words/words.ts'

export const decideWords = bothLanguages(
  {
    reason: 'Reason',
    reasonIfAny: 'Reason (if there is one to tell)',
    type: (name: string) => `Type “${name}” to go on`,
    otherTyped: 'That is not the name. Type it as it stands above.',
  },
  {
    reason: 'Sababu',
    reasonIfAny: 'Sababu (kama ipo)',
    type: (name: string) => `Andika “${name}” ili kuendelea`,
    otherTyped: 'Hilo si jina lenyewe. Andika kama lilivyo hapo juu.',
  },
)
