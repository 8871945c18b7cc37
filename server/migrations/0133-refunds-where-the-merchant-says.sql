-- Of a refund: nobody knows who paid, so that its merchant said where it goes, and rules look at it as at every payout.
alter table withdrawals add column directed boolean not null default false;
