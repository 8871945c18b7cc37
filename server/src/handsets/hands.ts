/** Which numbers somebody holds at a page of this process: asked by those who cannot wait for the database. */
export type Hands = {
  hold(holder: object, phones: string[]): void
  letGo(holder: object): void
  isHeld(phone: string): boolean
}

export function createHands(): Hands {
  const held = new Map<object, string[]>()
  return {
    hold: (holder, phones) => void held.set(holder, phones),
    letGo: (holder) => void held.delete(holder),
    isHeld: (phone) => [...held.values()].some((phones) => phones.includes(phone)),
  }
}
