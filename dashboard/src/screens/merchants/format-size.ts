/** How large a file is, as people say it. */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes}\u00a0B`
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)}\u00a0KB`
  return `${(bytes / 1024 / 1024).toFixed(1)}\u00a0MB`
}
