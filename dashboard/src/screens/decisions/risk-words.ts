import { bothLanguages } from '../../words/words.ts'

/** What was looked at, and what came of it. */
export const riskWords = bothLanguages(
  {
    checks: {
      new_recipient: {
        look: 'New recipient: never paid by this business before',
        fine: 'Recipient was paid before',
        unchecked: 'Recipient: nothing to compare with',
      },
      name_mismatch: {
        look: 'The account was used before under another name',
        fine: 'Same name as before',
        unchecked: 'Name: the account was never used before',
      },
      velocity: {
        look: 'Many withdrawals in 24 hours',
        fine: 'Withdrawals in 24 hours',
        unchecked: 'Withdrawals in 24 hours: unknown',
      },
      unusual_amount: {
        look: 'Far larger than the largest payout before',
        fine: 'Not unusual beside the largest payout before',
        unchecked: 'Amount: no payout before to compare with',
      },
      own_phone: {
        look: 'Recipient’s number is the business’s own',
        fine: 'Not the business’s own number',
        unchecked: 'Number: the business has told none of its own',
      },
      unknown_payer: {
        look: 'Nobody knows who paid: the business says where the refund goes',
        fine: 'Goes back to whoever paid',
        unchecked: 'Payer: it is no refund',
      },
    },
    results: { look: 'Look', fine: 'Fine', unchecked: 'Unchecked' },
  },
  {
    checks: {
      new_recipient: {
        look: 'Mpokeaji mpya: hajawahi kulipwa na biashara hii',
        fine: 'Mpokeaji amewahi kulipwa',
        unchecked: 'Mpokeaji: hakuna cha kulinganisha',
      },
      name_mismatch: {
        look: 'Akaunti iliwahi kutumika kwa jina lingine',
        fine: 'Jina ni lile lile',
        unchecked: 'Jina: akaunti haijawahi kutumika',
      },
      velocity: {
        look: 'Maombi mengi ndani ya saa 24',
        fine: 'Maombi ndani ya saa 24',
        unchecked: 'Maombi ndani ya saa 24: haijulikani',
      },
      unusual_amount: {
        look: 'Kikubwa kuliko kiasi kikubwa kilichowahi kutumwa',
        fine: 'Si kikubwa kuliko kawaida ukilinganisha na cha juu',
        unchecked: 'Kiasi: hakuna cha awali cha kulinganisha',
      },
      own_phone: {
        look: 'Namba ya mpokeaji ni ya biashara yenyewe',
        fine: 'Si namba ya biashara yenyewe',
        unchecked: 'Namba: biashara haijasema yake',
      },
      unknown_payer: {
        look: 'Aliyelipa hajulikani: biashara ndiyo inayosema pesa ziende wapi',
        fine: 'Zinarudi kwa aliyelipa',
        unchecked: 'Mlipaji: si kurudisha pesa',
      },
    },
    results: { look: 'Angalia', fine: 'Sawa', unchecked: 'Haijakaguliwa' },
  },
)
