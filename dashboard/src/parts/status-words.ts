import { bothLanguages } from '../words/words.ts'
import type { Tone } from './badge.tsx'

type Said = readonly [Tone, string]
const said = (tone: Tone, word: string): Said => [tone, word]

/** What each state is called. Tones are the same in both languages. */
export const statusWords = bothLanguages(
  {
    noAnswer: 'No answer yet',
    payment: {
      created: said('waiting', 'Waiting'),
      processing: said('waiting', 'Waiting'),
      pending_clearance: said('checked', 'Being checked'),
      successful: said('paid', 'Paid'),
      failed: said('failed', 'Failed'),
      reversed: said('reversed', 'Reversed'),
    },
    withdrawal: {
      PENDING_ADMIN_APPROVAL: said('waiting', 'For approval'),
      INFO_REQUESTED: said('checked', 'Answer needed'),
      PROCESSING: said('waiting', 'Sending'),
      SUCCESS: said('paid', 'Paid out'),
      FAILED: said('failed', 'Failed'),
      REJECTED: said('failed', 'Rejected'),
      NEEDS_ADMIN_ATTENTION: said('checked', 'Being checked'),
      NEEDS_RECONCILIATION: said('checked', 'Being checked'),
      BLOCKED_IP_WHITELIST: said('checked', 'Being checked'),
      REVERSED: said('reversed', 'Reversed'),
    },
    batch: {
      PENDING_ADMIN_APPROVAL: said('waiting', 'For approval'),
      INFO_REQUESTED: said('checked', 'Answer needed'),
      PROCESSING: said('waiting', 'Sending'),
      PAUSED: said('checked', 'Paused'),
      REJECTED: said('failed', 'Rejected'),
      DONE: said('paid', 'Done'),
    },
    link: {
      ACTIVE: said('waiting', 'Open'),
      INACTIVE: said('quiet', 'Closed'),
      EXPIRED: said('quiet', 'Expired'),
      PAID: said('paid', 'Paid'),
    },
    number: {
      ACTIVE: said('waiting', 'Open'),
      PAID: said('paid', 'Paid'),
      EXPIRED: said('quiet', 'Expired'),
      CANCELLED: said('quiet', 'Cancelled'),
    },
    invoice: {
      DRAFT: said('quiet', 'Draft'),
      SENT: said('waiting', 'Sent'),
      PARTIALLY_PAID: said('waiting', 'Paid in part'),
      PAID: said('paid', 'Paid'),
      CREDITED: said('quiet', 'Credited'),
      OVERDUE: said('checked', 'Overdue'),
      VOID: said('quiet', 'Cancelled'),
      VOIDED: said('quiet', 'Cancelled'),
    },
    delivery: {
      pending: said('waiting', 'Waiting'),
      delivered: said('paid', 'Delivered'),
      exhausted: said('failed', 'Given up'),
    },
    discrepancy: {
      open: said('checked', 'Open'),
      settled: said('paid', 'Settled'),
    },
    recipient: {
      COOLING: said('waiting', 'New'),
      READY: said('paid', 'Ready'),
      BLOCKED: said('failed', 'Blocked'),
    },
    verification: {
      unverified: said('quiet', 'Not verified'),
      pending: said('checked', 'Being checked'),
      verified: said('paid', 'Verified'),
    },
    merchant: {
      active: said('paid', 'Active'),
      inactive: said('failed', 'Suspended'),
      suspended: said('failed', 'Suspended'),
    },
    member: {
      active: said('paid', 'Active'),
      invited: said('waiting', 'Invited'),
    },
  },
  {
    noAnswer: 'Bado hakuna jibu',
    payment: {
      created: said('waiting', 'Inasubiri'),
      processing: said('waiting', 'Inasubiri'),
      pending_clearance: said('checked', 'Inakaguliwa'),
      successful: said('paid', 'Imelipwa'),
      failed: said('failed', 'Imeshindikana'),
      reversed: said('reversed', 'Imerudishwa'),
    },
    withdrawal: {
      PENDING_ADMIN_APPROVAL: said('waiting', 'Inasubiri idhini'),
      INFO_REQUESTED: said('checked', 'Jibu linahitajika'),
      PROCESSING: said('waiting', 'Inatumwa'),
      SUCCESS: said('paid', 'Imetumwa'),
      FAILED: said('failed', 'Imeshindikana'),
      REJECTED: said('failed', 'Imekataliwa'),
      NEEDS_ADMIN_ATTENTION: said('checked', 'Inakaguliwa'),
      NEEDS_RECONCILIATION: said('checked', 'Inakaguliwa'),
      BLOCKED_IP_WHITELIST: said('checked', 'Inakaguliwa'),
      REVERSED: said('reversed', 'Imerudishwa'),
    },
    batch: {
      PENDING_ADMIN_APPROVAL: said('waiting', 'Linasubiri idhini'),
      INFO_REQUESTED: said('checked', 'Jibu linahitajika'),
      PROCESSING: said('waiting', 'Linatumwa'),
      PAUSED: said('checked', 'Limesimama'),
      REJECTED: said('failed', 'Limekataliwa'),
      DONE: said('paid', 'Limekamilika'),
    },
    link: {
      ACTIVE: said('waiting', 'Kiko wazi'),
      INACTIVE: said('quiet', 'Kimefungwa'),
      EXPIRED: said('quiet', 'Kimeisha muda'),
      PAID: said('paid', 'Kimelipwa'),
    },
    number: {
      ACTIVE: said('waiting', 'Iko wazi'),
      PAID: said('paid', 'Imelipwa'),
      EXPIRED: said('quiet', 'Imeisha muda'),
      CANCELLED: said('quiet', 'Imefutwa'),
    },
    invoice: {
      DRAFT: said('quiet', 'Rasimu'),
      SENT: said('waiting', 'Imetumwa'),
      PARTIALLY_PAID: said('waiting', 'Imelipwa kiasi'),
      PAID: said('paid', 'Imelipwa'),
      CREDITED: said('quiet', 'Deni limeondolewa'),
      OVERDUE: said('checked', 'Imechelewa'),
      VOID: said('quiet', 'Imefutwa'),
      VOIDED: said('quiet', 'Imefutwa'),
    },
    delivery: {
      pending: said('waiting', 'Inasubiri'),
      delivered: said('paid', 'Imefika'),
      exhausted: said('failed', 'Imeachwa'),
    },
    discrepancy: {
      open: said('checked', 'Iko wazi'),
      settled: said('paid', 'Imemalizwa'),
    },
    recipient: {
      COOLING: said('waiting', 'Mpya'),
      READY: said('paid', 'Tayari'),
      BLOCKED: said('failed', 'Amezuiwa'),
    },
    verification: {
      unverified: said('quiet', 'Haijathibitishwa'),
      pending: said('checked', 'Inakaguliwa'),
      verified: said('paid', 'Imethibitishwa'),
    },
    merchant: {
      active: said('paid', 'Inafanya kazi'),
      inactive: said('failed', 'Imesimamishwa'),
      suspended: said('failed', 'Imesimamishwa'),
    },
    member: {
      active: said('paid', 'Ameingia'),
      invited: said('waiting', 'Amealikwa'),
    },
  },
)
