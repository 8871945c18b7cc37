import type { Retention } from '@malipo/sdk'
import { bothLanguages } from '../../words/words.ts'

type Days = Record<Exclude<keyof Retention, 'changed_by' | 'changed_at'>, string>

export const retentionWords = bothLanguages(
  {
    title: 'How long people are kept',
    text: 'In days. What is older is forgotten within minutes after you save, and does not come back. Ask your counsel how long the law wants payments kept.',
    days: {
      payments_days: 'Names, numbers and accounts of live payments',
      events_days: 'People in events',
      exchanges_days: 'What went over the wire to providers',
      replies_days: 'Replies for repeated requests',
      requests_days: 'Request log',
      sandbox_days: 'People in the sandbox',
    } satisfies Days as Days,
    range: (least: string, most: string) => `${least} to ${most} days`,
    usual: 'As usual: nobody has changed it.',
    changed: 'Last changed',
    save: 'Save',
    saved: 'Saved.',
  },
  {
    title: 'Watu wanatunzwa kwa muda gani',
    text: 'Kwa siku. Vilivyo vya zamani zaidi husahaulika ndani ya dakika baada ya kuhifadhi, na havirudi. Muulize mwanasheria wako sheria inataka malipo yatunzwe kwa muda gani.',
    days: {
      payments_days: 'Majina, namba na akaunti za malipo halisi',
      events_days: 'Watu kwenye matukio',
      exchanges_days: 'Yaliyotumwa kwa watoa huduma',
      replies_days: 'Majibu ya maombi yanayorudiwa',
      requests_days: 'Kumbukumbu za maombi',
      sandbox_days: 'Watu kwenye sandbox',
    },
    range: (least: string, most: string) => `siku ${least} hadi ${most}`,
    usual: 'Kama kawaida: hakuna aliyebadilisha.',
    changed: 'Ilibadilishwa mwisho',
    save: 'Hifadhi',
    saved: 'Imehifadhiwa.',
  },
)
