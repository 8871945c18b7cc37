import { bothLanguages } from '../words/words.ts'

/** What was found out about whose number or account it is. */
export const nameCheckWords = bothLanguages(
  {
    registered: 'Registered name',
    match: {
      exact: (name: string) => `Registered to ${name}: the same name.`,
      close: (name: string) => `Registered to ${name}: almost the same name. Look twice.`,
      different: (name: string) => `Registered to ${name}: another name. Do not send before you know why.`,
    },
    unnamed: (name: string) => `Registered to ${name}.`,
    outcome: {
      not_found: 'Nobody is registered with it there.',
      not_supported: 'No name is told for it.',
      unavailable: 'The name could not be learnt now.',
    },
  },
  {
    registered: 'Jina lililosajiliwa',
    match: {
      exact: (name: string) => `Imesajiliwa kwa ${name}: jina ni lilelile.`,
      close: (name: string) => `Imesajiliwa kwa ${name}: jina linakaribiana. Angalia tena.`,
      different: (name: string) => `Imesajiliwa kwa ${name}: jina ni tofauti. Usitume kabla ya kujua sababu.`,
    },
    unnamed: (name: string) => `Imesajiliwa kwa ${name}.`,
    outcome: {
      not_found: 'Hakuna aliyesajiliwa nayo hapo.',
      not_supported: 'Jina lake halitolewi.',
      unavailable: 'Jina halikupatikana sasa.',
    },
  },
)
