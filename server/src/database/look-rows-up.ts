/**
 * How a transaction begins that looks a few rows up in tables that grow: `sql.begin(byIndex, …)`. The server plans a statement once and keeps the plan;
 * on a table that is still empty it plans to read the whole, and goes on so while the table grows, until it is analysed the next time.
 */
export const byIndex = 'isolation level read committed; set local enable_seqscan = off'
