// Pages for payers work without this file. With it they learn of changes at once, and say when there is no connection.
for (const place of document.querySelectorAll('[data-focus]')) place.focus()
