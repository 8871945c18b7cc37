-- A person has one.
create unique index concurrently two_factors_of_person on two_factors (user_id);
