const ofDisks = ['EACCES', 'EDQUOT', 'EEXIST', 'EISDIR', 'ENOENT', 'ENOSPC', 'ENOTDIR', 'EPERM', 'EROFS']

/** What a disk says no to is for the operator to mend, and no fault of ours. */
export function isOfDisk(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && ofDisks.includes(String(error.code))
}
