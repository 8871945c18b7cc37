import { file, type Innocent, type Plant } from './plants.ts'

const rule = 'expand and contract'
const at = (name: string, ...lines: string[]) => file(`server/migrations/${name}.sql`, ...lines)

export const plantsInMigrations: Plant[] = [
  {
    title: 'something that the version before uses is taken away, renamed or made another',
    rule,
    files: [
      at(
        '0029-taken',
        '-- Why.',
        'drop table books;',
        'alter table pages drop column book, add column chapter int;',
        'alter table pages',
        '  rename column book to volume;',
        'alter table pages rename to leaves;',
        'alter table pages alter column number type bigint;',
        'alter table pages alter number set not null;',
        'drop function page_of(int);',
      ),
    ],
    found: [2, 3, 4, 6, 7, 8, 9].map((line) => `server/migrations/0029-taken.sql:${line}`),
  },
  {
    title: 'a column that the version before does not fill',
    rule,
    files: [at('0021-demanded', 'alter table pages add column a int default 1, add column b int not null;')],
    found: ['server/migrations/0021-demanded.sql:1'],
  },
  {
    title: 'writers are kept out while an index is built or a table is read',
    rule,
    files: [
      at(
        '0022-locked',
        'create unique index pages_by_book on pages (book);',
        'alter table pages add constraint pages_have_numbers check (number > 0);',
        'alter table pages add foreign key (book) references books;',
      ),
    ],
    found: [1, 2, 3].map((line) => `server/migrations/0022-locked.sql:${line}`),
  },
  {
    title: 'an index that is built concurrently, with something beside it',
    rule,
    files: [at('0023-both', 'create index concurrently a on pages (a);', 'update pages set a = 1;')],
    found: ['server/migrations/0023-both.sql:2'],
  },
  {
    title: 'one table is kept locked while another is waited for',
    rule,
    files: [
      at(
        '0103-two',
        'alter table pages add column a int;',
        'alter table pages add column b int;',
        'alter table books add column a int;',
      ),
    ],
    found: ['server/migrations/0103-two.sql:3'],
  },
  {
    title: 'a contraction of what it has itself expanded',
    rule,
    files: [at('0024-itself', '-- contracts: 0024', 'alter table pages drop column a;')],
    found: ['server/migrations/0024-itself.sql:1'],
  },
]

export const innocentMigrations: Innocent[] = [
  {
    title: 'migrations that expand, contract in time, and lock nobody out',
    files: [
      at('0020-before', 'drop table books;', 'create index a on pages (a);'),
      at(
        '0025-expand',
        'create table notes (id int primary key, note text not null);',
        'create index notes_by_note on notes (note);',
        'alter table notes add constraint notes_are_short check (length(note) < 100);',
        "alter table pages add column note text not null default '', add column more text;",
        'alter table pages add constraint pages_have_notes check (note is not null) not valid;',
        'alter table pages drop constraint pages_have_numbers;',
        'create function tidy_up() returns void language sql as $$ drop table books; $$;',
        '-- drop table pages;',
      ),
      at(
        '0026-index',
        '-- Why.',
        'create index concurrently a on pages (a);',
        'create unique index concurrently b on pages (b);',
      ),
      at('0027-contract', '-- contracts: 0025', 'alter table pages drop column book;', 'drop table books;'),
      at(
        '0104-one',
        'create table tags (id int primary key);',
        'alter table tags add column name text;',
        'alter table pages add column tag int;',
      ),
      at(
        '0105-each',
        'alter table pages add column if not exists a int;',
        'alter table books add column if not exists a int;',
      ),
      at('0028-valid', 'alter table pages validate constraint pages_have_notes;'),
    ],
  },
]
