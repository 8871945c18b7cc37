/**
 * Copies a text, and says whether it could. Over plain HTTP, as in an office's own network, browsers hide the clipboard: the older way, by a
 * field that is selected, is open there.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text)
  }
}

function copySelected(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.style.position = 'fixed'
  field.style.opacity = '0'
  const before = document.activeElement
  // Within a dialog, or it could not have the focus.
  const around = before?.closest('dialog') ?? document.body
  around.append(field)
  field.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    field.remove()
    if (before instanceof HTMLElement) before.focus()
  }
}
