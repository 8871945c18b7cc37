-- What is to be asked about once more is taken lane by lane, as payments are: of a provider and an environment, however
-- long the queue of another is.
create index concurrently due_look_ups_in_lane on due_look_ups (environment, provider, due_at) where due_at is not null;
