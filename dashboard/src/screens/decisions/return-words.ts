import { bothLanguages } from '../../words/words.ts'

/** What is said where money goes back to whoever paid. */
export const returnWords = bothLanguages(
  {
    unknown:
      'Nobody knows who paid. Say where the money goes; somebody else than you then approves the refund.',
    noNetwork: 'The number that paid does not tell its network.',
    method: 'Where to',
    methods: { MOBILE_MONEY: 'Mobile money', PROVIDER_PESA: 'Wallet', BANK_ACCOUNT: 'Bank account' },
    network: 'Network',
    bank: 'Bank',
    choose: 'Choose…',
    phone: 'Phone number',
    phoneHint: 'Like 0712 345 678',
    account: 'Account number',
    name: 'Name of the recipient',
    nameHint: 'As it is registered with the network or bank.',
    goes: 'What becomes of the money',
    ways: { back: 'It goes back to the payer', stays: 'It stays with the provider' },
    posts: {
      back: 'Posts: what is held leaves the business and is owed to the payer. Makes a refund, which somebody has to approve.',
      stays: 'Posts: what is held leaves the business. No refund is made: return it outside, and write how.',
    },
    reason: 'Reason',
    reasonHint: 'Stays in the audit log with your name.',
    declineNow: 'Decline',
    declinedBack: 'Declined. A refund to the payer waits for approval.',
    declinedStays: 'Declined. The money stays with the provider: return it outside.',
    openRefund: 'Open the refund',
    again: 'Return again…',
    againTest: 'Return test again…',
    againText:
      'This refund did not arrive, and its money never was the business’s: it waits for the payer. Another refund takes it there, which somebody has to approve.',
    againNow: (amount: string) => `Return ${amount} again`,
    againDone: 'Another refund to the payer waits for approval.',
  },
  {
    unknown:
      'Hakuna anayejua nani alilipa. Sema pesa zinakoenda; mtu mwingine, si wewe, ataidhinisha kuzirudisha.',
    noNetwork: 'Namba iliyolipa haionyeshi mtandao wake.',
    method: 'Zinaenda wapi',
    methods: { MOBILE_MONEY: 'Pesa za simu', PROVIDER_PESA: 'Pochi', BANK_ACCOUNT: 'Akaunti ya benki' },
    network: 'Mtandao',
    bank: 'Benki',
    choose: 'Chagua…',
    phone: 'Namba ya simu',
    phoneHint: 'Mfano 0712 345 678',
    account: 'Namba ya akaunti',
    name: 'Jina la mpokeaji',
    nameHint: 'Kama lilivyosajiliwa kwenye mtandao au benki.',
    goes: 'Pesa zinakuwaje',
    ways: { back: 'Zinarudi kwa mlipaji', stays: 'Zinabaki kwa mtoa huduma' },
    posts: {
      back: 'Huandika: zilizozuiwa zinatoka kwa biashara na mlipaji anazidai. Huandaa kuzirudisha; mtu lazima aidhinishe.',
      stays:
        'Huandika: zilizozuiwa zinatoka kwa biashara. Hakuna kinachoandaliwa: zirudishe nje ya mfumo, na uandike vipi.',
    },
    reason: 'Sababu',
    reasonHint: 'Hubaki kwenye kumbukumbu za ukaguzi pamoja na jina lako.',
    declineNow: 'Kataa',
    declinedBack: 'Yamekataliwa. Kumrudishia mlipaji kunasubiri idhini.',
    declinedStays: 'Yamekataliwa. Pesa zinabaki kwa mtoa huduma: zirudishe nje ya mfumo.',
    openRefund: 'Fungua kurudisha pesa',
    again: 'Rudisha tena…',
    againTest: 'Rudisha tena (jaribio)…',
    againText:
      'Pesa hizi hazikufika, na hazikuwa za biashara: zinamsubiri aliyelipa. Zitaandaliwa kurudishwa tena; mtu lazima aidhinishe.',
    againNow: (amount: string) => `Rudisha ${amount} tena`,
    againDone: 'Kumrudishia mlipaji tena kunasubiri idhini.',
  },
)
