import { bothLanguages } from '../../words/words.ts'

export const refundWords = bothLanguages(
  {
    reasons: {
      requested: 'The customer asked for it',
      duplicate: 'It was paid twice',
      not_delivered: 'Something was not delivered',
      overpaid: 'Too much was paid',
      other: 'Another reason',
    },
    refunds: 'Refunds',
    refunded: 'Refunded',
    left: 'Left to refund',
    hindrances: {
      not_successful: 'Only a payment that is paid can be refunded.',
      nothing_left: 'All of it has gone back, or is asked back.',
      window_over: 'The payment is too old to be refunded.',
      too_small: 'What is left is less than the network pays out.',
    },
    cancel: 'Cancel refund',
    cancelTitle: 'Cancel this refund?',
    cancelText: 'It ends here, and nothing leaves your balance.',
    keep: 'Keep it',
  },
  {
    reasons: {
      requested: 'Mteja ameomba',
      duplicate: 'Imelipwa mara mbili',
      not_delivered: 'Kuna kitu hakikufika',
      overpaid: 'Imelipwa zaidi',
      other: 'Sababu nyingine',
    },
    refunds: 'Pesa zilizorudishwa',
    refunded: 'Zilizorudishwa',
    left: 'Zilizobaki kurudishwa',
    hindrances: {
      not_successful: 'Malipo yaliyolipwa pekee ndiyo yanaweza kurudishwa.',
      nothing_left: 'Zote zimerudi, au zimeombwa kurudishwa.',
      window_over: 'Malipo ni ya zamani mno kurudishwa.',
      too_small: 'Kilichobaki ni kidogo kuliko mtandao unavyolipa.',
    },
    cancel: 'Ghairi kurudisha',
    cancelTitle: 'Ghairi kurudisha huku?',
    cancelText: 'Kunaishia hapa, na salio lako halikatwi.',
    keep: 'Kuache',
  },
)
