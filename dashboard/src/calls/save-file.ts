/** Gives a file to whoever looks at the page, under a name. */
export function saveFile(name: string, type: string, ...parts: BlobPart[]): void {
  const address = URL.createObjectURL(new Blob(parts, { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Browsers begin to read it after this has ended.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
