-- When a callback that nobody signed last made us ask is known from the look-up that it made due. Nothing has read or written this
-- since, and no version that did was ever released.
-- contracts: 0024

alter table collections drop column hinted_at;
