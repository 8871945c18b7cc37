-- What Super Admins list, of all merchants, state by state.
create index concurrently control_numbers_of_all on control_numbers (environment, status, id);
