-- Who paid, as the provider told it. It is somebody's name, so it stands where it can be changed, and in no history, word or event.
alter table collections add column payer_name text;
