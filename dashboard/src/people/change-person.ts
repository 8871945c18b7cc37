import { personClient, sessionDoor } from '../calls/clients.ts'
import { queryClient } from '../calls/query-client.ts'
import { meQuery } from './who.ts'

/** Whose tab this is. What is typed in it is theirs. */
const ownerName = 'malipo.person'

/** Tabs of one browser share its cookie, and with it whoever is signed in: each is told when that changes. */
let tabs: BroadcastChannel | undefined

/** A tab never says one name and acts in another: with somebody else it begins anew. With the same person again, all who wait go on. */
export function watchPerson(): void {
  tabs = new BroadcastChannel('malipo-person')
  tabs.onmessage = ({ data: userId }: MessageEvent<string | null>) => {
    const shown = queryClient.getQueryData(meQuery.queryKey)?.user.id
    if (shown === undefined) return
    if (userId === shown) sessionDoor.open()
    else location.reload()
  }
}

/** Somebody works in this tab from now on. What another typed in it is not shown to them. */
export function enterAs(userId: string): void {
  if (sessionStorage.getItem(ownerName) !== userId) forgetTyped()
  sessionStorage.setItem(ownerName, userId)
  tabs?.postMessage(userId)
}

/** Ends the session here and in all tabs, and forgets what was typed. */
export async function endSession(): Promise<void> {
  await personClient().auth.signOut()
  forgetTyped()
  tabs?.postMessage(null)
}

/** The way out. The page begins anew, so that nothing it still asks for waits at the door until the next person opens it. */
export async function signOut(): Promise<void> {
  await endSession()
  location.assign('/sign-in')
}

function forgetTyped(): void {
  for (const name of Object.keys(sessionStorage))
    if (/^malipo\.(draft|key)\./.test(name)) sessionStorage.removeItem(name)
}
