import type { Language } from './read-guide.ts'

/** Fences that no test runs, by guide, with their reasons as the guides state them. Each is written down here by hand. */
export const notRun: Record<string, string[]> = {
  webhooks: ['each receiver above is put to this check by a test of its own'],
}

/** Samples that are in fewer than the four languages, by guide: how many, in which, and why. */
export const inFewerLanguages: Record<string, { languages: Language[]; count: number; because: string }[]> = {
  quickstart: [
    { languages: ['bash'], count: 4, because: 'it is typed into a terminal' },
    { languages: ['ts'], count: 1, because: 'one program is enough for five minutes' },
  ],
  examples: [
    { languages: ['ts'], count: 1, because: 'a program in its own language' },
    { languages: ['php'], count: 1, because: 'a program in its own language' },
    { languages: ['python'], count: 1, because: 'a program in its own language' },
  ],
  'calling-the-api': [
    { languages: ['php', 'python'], count: 1, because: 'curl needs no client, and TypeScript has the SDK' },
  ],
  agents: [{ languages: ['bash'], count: 1, because: 'a person makes the key, once' }],
  'going-live': [{ languages: ['bash'], count: 2, because: 'a person makes the key, and narrows it, once' }],
  'request-log': [{ languages: ['bash'], count: 1, because: 'people read it, who have signed in' }],
  privacy: [{ languages: ['bash'], count: 2, because: 'a person answers, who has signed in' }],
  webhooks: [
    { languages: ['bash'], count: 2, because: 'a person tells the address and asks for the check, once' },
    { languages: ['bash'], count: 2, because: 'a person adds an endpoint, and looks at what it is owed' },
    { languages: ['bash'], count: 1, because: 'the stream is looked at; programs have the SDK for it' },
    { languages: ['ts', 'php', 'python'], count: 1, because: 'a receiver is a program' },
  ],
}
