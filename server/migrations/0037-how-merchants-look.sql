-- How merchants look to those who pay them: what their pages and mails say instead of what their account is called.
alter table merchants
  add column display_name text,
  -- As #rrggbb. It only ever fills a shape, and stands under no text.
  add column brand_colour text check (brand_colour ~ '^#[0-9a-f]{6}$'),
  add column support_phone text,
  add column support_email text,
  -- The language of their payers, where those have not said theirs.
  add column language text check (language in ('sw', 'en'));
