/** In the order in which a developer meets them: money in, how it is told, money out, then what keeps an account. */
export const tags: Record<string, string> = {
  Collections:
    'Ask for a payment and see what became of it. `createDirect…` and `createHostedPage` answer in short, by `collection_id`, with ' +
    'amounts as numbers; `create…Collection` answers with the whole collection, with amounts as decimal strings. It is one ' +
    'collection underneath, and it is paid only when its status is `successful`.',
  Till: 'What a shop assistant took today, and how each payment stands while the customer is at the counter.',
  'Payment links': 'An address that whoever is to pay opens in a browser, for one payment or many.',
  'Control numbers':
    'Numbers that payers type into the menu for bills of their wallet or bank, for one order or for a customer.',
  Invoices: 'Bills with lines, a day by which they are due, a page, a PDF and a link to pay them.',
  Customers: 'People whom a merchant knows, to be named in collections.',
  Webhooks: 'Where events are delivered, how deliveries went, and how to test the receiver.',
  Events: 'What happened, to be listed, followed as it happens, and delivered again.',
  Requests:
    'What was called with your keys and by your people in the last seven days, and what was answered.',
  Sandbox: 'The simulated network: how it behaves, who answers on its phones, what it would have sent.',
  Withdrawals: 'Money out, asked for by a person in the dashboard. A Super Admin approves each.',
  Disbursements: 'The same, asked for by a program with a key.',
  Networks:
    'Where money comes from and goes to: within which limits, as they hold for you, and how each network does now.',
  'Disbursement batches':
    'Many disbursements that are asked for, approved and watched as one: up to 5,000 rows of JSON or CSV.',
  Recipients:
    'Whom a merchant pays, saved under an id. New ones cool before money to them is approved, and a merchant may pay them only.',
  Refunds: 'Money back to whoever paid, whole or in part. A Super Admin approves each.',
  Ledger: 'The balance, and everything that moved it.',
  Statements:
    'What the book says of days that are over, to be kept, sent and checked by others; and what each provider collected on them.',
  'Fiscal receipts':
    'Receipts of the tax authority for what was paid: switched on by a merchant, issued in order after each payment, closed day by day.',
  Privacy: 'What people in your books ask about their personal data, and all that you have here as a file.',
  Figures: 'How payments went, for charts; and finding one of them.',
  Notifications: 'What the service tells the people of a merchant.',
  Merchants: 'The account itself, and how it looks to those who pay.',
  'API keys': 'What programs sign in with. Made, replaced and revoked by people.',
  Members: 'Who may act for a merchant, and as what.',
  Checkout: 'What payers call: no credentials but the token of a link.',
  Providers: 'Where those who carry payments tell us how they went.',
  Administration: 'For Super Admins, who run the service: approvals, clearance, providers, prices, books.',
  'Sign-in': 'Sessions of people, for the dashboard.',
}
