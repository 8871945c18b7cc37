/** Functions of triggers that ask other tables, which they cannot on a node that has only its part; and what guards the same there. */
export const leftAfterSpreading: Record<string, string> = {
  refuse_unbalanced:
    'asks the transactions and accounts of its entries; all of one merchant, so that the part of the table has them, under another name',
  refuse_without_entries: 'asks the entries of its transactions, likewise',
  refuse_booked_before:
    'asks the transactions and accounts of the same books, likewise; all of one merchant, so that the parts of the tables have them',
  refuse_book_of_nobody:
    'asks for the merchant, who is copied to every node; it is switched off there, and books are checked for it',
  refuse_second_try:
    'asks the payment and the other tries of it; all of one merchant, so that the part of the table has them, under another name',
  refuse_claimed_before:
    'asks for payouts, batches and payments that what is written repeats or returns; all of one merchant, so that the parts of the tables have them, under other names',
  keep_metadata_words:
    'writes words to a table in one place, which has to be spread by a column of its own first',
  keep_metadata_words_of_new: 'writes words to a table in one place, likewise',
  keep_past_membership: 'writes what a copied table forgets to one that is spread',
  end_sessions_without_code: 'ends sessions, which are in one place',
}
