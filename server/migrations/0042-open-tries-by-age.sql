-- Which tries of pages hang: those that are open are few among all, and are found by when they began.
create index concurrently collection_tries_open on collection_tries (created_at) where state = 'open';
