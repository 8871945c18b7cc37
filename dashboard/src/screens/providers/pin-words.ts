import { bothLanguages } from '../../words/words.ts'

export const pinWords = bothLanguages(
  {
    text: 'Live, by what became of payments in the last fifteen minutes. What is pinned counts more.',
    pin: 'Pin',
    pinnedBy: (name: string) => `Pinned by ${name}`,
    title: (name: string) => `Pin ${name}`,
    means:
      'For all businesses, whatever is counted. Approved payouts wait while their network is down, and go by themselves after that. Pages tell payers of a network that is slow or down.',
    direction: 'For',
    status: 'Status',
    asCounted: 'As counted (take the pin away)',
    until: 'Until',
    spans: { 1: 'In an hour', 4: 'In four hours', 24: 'In a day', 0: 'It is taken away' },
    note: 'Note (if any)',
    noteHint: 'Businesses read it, and so does anybody who asks how networks do.',
    pinNow: 'Pin it',
  },
  {
    text: 'Pesa halisi, kwa jinsi malipo yalivyokwenda dakika kumi na tano zilizopita. Kilichobandikwa ndicho kinachohesabika.',
    pin: 'Bandika',
    pinnedBy: (name: string) => `Imebandikwa na ${name}`,
    title: (name: string) => `Bandika hali ya ${name}`,
    means:
      'Kwa biashara zote, hata kama hesabu inasema vingine. Pesa zilizoidhinishwa husubiri mtandao ukiwa haufanyi kazi, kisha hutumwa zenyewe. Kurasa huwaambia walipaji mtandao unaochelewa au usiofanya kazi.',
    direction: 'Kwa',
    status: 'Hali',
    asCounted: 'Kama hesabu inavyosema (ondoa)',
    until: 'Hadi',
    spans: { 1: 'Baada ya saa moja', 4: 'Baada ya saa nne', 24: 'Baada ya siku moja', 0: 'Itakapoondolewa' },
    note: 'Maelezo (kama yapo)',
    noteHint: 'Biashara huyasoma, na yeyote anayeuliza hali ya mitandao.',
    pinNow: 'Bandika sasa',
  },
)
