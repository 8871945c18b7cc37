/** As the contract has it: five mebibytes. */
export const mostBytes = 5 * 1024 * 1024

export const acceptedTypes = 'application/pdf,image/png,image/jpeg'

export type WrongFile = 'none' | 'type' | 'size' | 'empty'

/** What is wrong with a file that can be told without sending it. What it really is the service sees by its bytes. */
export function judgeFile(file: Pick<File, 'name' | 'size' | 'type'> | null): WrongFile | undefined {
  if (file === null || (file.name === '' && file.size === 0)) return 'none'
  if (file.size === 0) return 'empty'
  if (file.size > mostBytes) return 'size'
  return acceptedTypes.split(',').includes(file.type) ? undefined : 'type'
}

/** `240 KB`, `2.1 MB`. */
export function formatSize(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1024))
  return kilobytes < 1024 ? `${kilobytes} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

/** Its bytes as the service takes them. */
export function readBase64(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => {
      const text = String(reader.result)
      resolve(text.slice(text.indexOf(',') + 1))
    }
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
