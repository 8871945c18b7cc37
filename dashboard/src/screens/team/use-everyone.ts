import type { Member } from '@malipo/sdk'
import { useQuery } from '@tanstack/react-query'
import { useMerchant } from '../../frame/use-merchant.ts'

/** The whole team, invitations too: a business has a handful of people, and who the last owner is shows only in all of them. */
export function useEveryone() {
  const { malipo, key } = useMerchant()
  return useQuery({
    queryKey: [...key, 'members', 'everyone'],
    queryFn: async ({ signal }): Promise<Member[]> => {
      const everyone: Member[] = []
      for await (const one of malipo.members.list({ page_size: 100 }, { signal })) everyone.push(one)
      return everyone
    },
  })
}
