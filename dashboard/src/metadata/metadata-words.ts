import { bothLanguages } from '../words/words.ts'

export const metadataWords = bothLanguages(
  {
    title: 'Metadata',
    none: 'Your own words beside it, like an order number. Only your business sees them.',
    edit: 'Edit metadata',
    key: (place: number) => `Key ${place}`,
    value: (place: number) => `Value ${place}`,
    keyProblem: 'Use 1 to 40 letters, digits, underscores, points or hyphens.',
    twice: 'This key is there already.',
    hint: 'A pair without a key or a value is taken away.',
    filterHint: 'A key and its value, like order_id=A-17; up to three with commas between them.',
    save: 'Save metadata',
    leave: 'Leave it as it is',
  },
  {
    title: 'Maneno yako',
    none: 'Maneno yako mwenyewe, kama namba ya oda. Biashara yako pekee huyaona.',
    edit: 'Hariri maneno yako',
    key: (place: number) => `Ufunguo ${place}`,
    value: (place: number) => `Thamani ${place}`,
    keyProblem: 'Tumia herufi, tarakimu, mistari ya chini, nukta au vistari 1 hadi 40.',
    twice: 'Ufunguo huu upo tayari.',
    hint: 'Jozi isiyo na ufunguo au thamani huondolewa.',
    filterHint: 'Ufunguo na thamani yake, kama order_id=A-17; hadi vitatu vyenye koma kati yake.',
    save: 'Hifadhi maneno yako',
    leave: 'Yaache yalivyo',
  },
)
