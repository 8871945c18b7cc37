-- Who pays a link is looked for when a payment of it goes back, and whoever pays asks by the token that was given for it.
create index concurrently collections_of_payment_link on collections (payment_link_id, id)
  where payment_link_id is not null;
create unique index concurrently collections_by_public_token on collections (public_token)
  where public_token is not null;
