/** Reads the filters of a screen from its address: only those that it knows, as text, and nothing that is empty. */
export function textsOf<Name extends string>(names: readonly Name[]) {
  return (search: Record<string, unknown>): { [One in Name]?: string } => {
    const found: { [One in Name]?: string } = {}
    for (const name of names) {
      const value = search[name]
      if (typeof value === 'string' || typeof value === 'number')
        if (String(value) !== '') found[name] = String(value)
    }
    return found
  }
}
