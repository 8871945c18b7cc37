import { bothLanguages } from '../../words/words.ts'

export const auditWords = bothLanguages(
  {
    title: 'Audit log',
    verify: 'Verify chain',
    holds: 'The chain holds: no entry was changed, added or taken away afterwards.',
    broken: 'The chain is broken.',
    none: 'No entry like that',
    when: 'When',
    who: 'Who',
    action: 'What',
    whom: 'Whom',
    merchant: 'Business',
    id: 'Id',
    details: 'Details',
    request: 'Request',
    /** Where no name is known. */
    kinds: {
      operator: 'Somebody at the machine',
      member: 'Somebody of the business',
      super_admin: 'A Super Admin',
      api_key: 'An API key',
      system: 'The service itself',
    },
  },
  {
    title: 'Kumbukumbu za ukaguzi',
    verify: 'Hakiki mnyororo',
    holds: 'Mnyororo uko sawa: hakuna kilichobadilishwa, kuongezwa au kuondolewa baadaye.',
    broken: 'Mnyororo umekatika.',
    none: 'Hakuna kumbukumbu kama hiyo',
    when: 'Lini',
    who: 'Nani',
    action: 'Nini',
    whom: 'Kuhusu',
    merchant: 'Biashara',
    id: 'Kitambulisho',
    details: 'Maelezo',
    request: 'Ombi',
    kinds: {
      operator: 'Mtu kwenye mashine',
      member: 'Mtu wa biashara',
      super_admin: 'Super Admin',
      api_key: 'Ufunguo wa API',
      system: 'Huduma yenyewe',
    },
  },
)
