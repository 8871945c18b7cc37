-- The settings of a restored server speak to every database in it, also to one that is made anew there later. Of that one nobody was paid
-- anything that its books have forgotten: where nobody is in it yet, what the server says was before it.
insert into restores (mark, noticed_at, released_at, note)
select mark, now(), now(), 'The database was made after the restore.'
from (select nullif(current_setting('malipo.restored_at', true), '') as mark) said
where mark is not null and not exists (select from users) and not exists (select from merchants)
on conflict do nothing;
