import type { Mutation } from './mutation.ts'

const guard = { file: 'courier/address-guard.ts', caughtBy: ['src/courier/address-guard.test.ts'] }
const ranges = { file: 'courier/address-ranges.ts', caughtBy: ['src/courier/address-ranges.test.ts'] }
const answers = { file: 'courier/read-answer.ts', caughtBy: ['src/courier/read-answer.test.ts'] }
const lanes = { file: 'webhooks/lanes.ts', caughtBy: ['src/webhooks/lanes.test.ts'] }
const schedule = { file: 'webhooks/retry-schedule.ts', caughtBy: ['src/webhooks/retry-schedule.test.ts'] }

/** What leaves for merchants' servers, where to, and how often. */
export const mutationsOfCourier: Mutation[] = [
  {
    ...guard,
    broken: 'a name with a public address and an inner one',
    text: 'for (const { address } of found) {',
    instead: 'for (const { address } of found.slice(0, 1)) {',
  },
  {
    ...guard,
    broken: 'an address with a password in it',
    text: "if (url.username !== '' || url.password !== '')",
    instead: "if (url.username !== '' && url.password === '')",
  },
  {
    ...guard,
    broken: 'plain http that is taken for https',
    text: "url.protocol === 'http:' && !plainHttpIsAllowed",
    instead: "url.protocol === 'ftp:' && !plainHttpIsAllowed",
  },
  {
    ...guard,
    broken: 'an address with a zone that is asked of a resolver',
    text: 'if (family === undefined && /[:%]/.test(host))',
    instead: 'if (family === undefined && /[:]$/.test(host))',
  },
  {
    ...ranges,
    broken: 'the metadata of a cloud that anybody may read',
    text: "cidr: '169.254.0.0/16'",
    instead: "cidr: '169.254.0.0/24'",
  },
  {
    ...ranges,
    broken: 'a private network with its second half open',
    text: "cidr: '172.16.0.0/12'",
    instead: "cidr: '172.16.0.0/13'",
  },
  {
    ...ranges,
    broken: 'an inner address in the disguise of 6to4',
    text: "  { cidr: '2002::/16', words: carries },\n",
    instead: '',
  },
  {
    ...ranges,
    broken: 'what is given out to nobody, taken for public',
    text: 'return family === 6 && !isPublicIpv6(address)',
    instead: 'return family === 4 && !isPublicIpv6(address)',
  },
  {
    ...answers,
    broken: 'a redirect that counts as delivered',
    text: "if (status < 300) return 'delivered'",
    instead: "if (status < 400) return 'delivered'",
  },
  {
    ...answers,
    broken: 'an endpoint that is gone and asked for ever',
    text: "status === 410 ? 'gone' : 'refused'",
    instead: "'refused'",
  },
  {
    ...answers,
    broken: 'a receiver that puts us off for a year',
    text: 'Math.min(ms, dayMs)',
    instead: 'ms',
  },
  {
    ...answers,
    broken: 'an answer that is read without end',
    text: 'return answer.bytes <= mostReadBytes',
    instead: 'return true',
  },
  {
    ...answers,
    broken: 'an answer that no database stores',
    text: "text.replaceAll('\\u0000', '\\ufffd')",
    instead: 'text',
  },
  {
    ...schedule,
    broken: 'a receiver that asks us to wait, in vain',
    text: 'failed.retryAfterMs ?? 0',
    instead: '0',
  },
  {
    ...schedule,
    broken: 'a delivery that is never given up',
    text: 'if (wait === undefined) return null',
    instead: 'if (wait === undefined) return failed.now',
  },
  {
    ...schedule,
    broken: 'receivers that get everything back in the same second',
    text: '2 * jitter * chanceOf(failed.deliveryId, failed.failures)',
    instead: 'jitter',
  },
  {
    ...lanes,
    broken: 'an endpoint that is called more and more at once',
    text: 'Math.min(mostAtOnce, lane.breadth + 1)',
    instead: 'lane.breadth + 1',
  },
  {
    ...lanes,
    broken: 'an endpoint that hangs and is called as often',
    text: 'Math.max(1, Math.floor(lane.breadth / 2))',
    instead: 'lane.breadth',
  },
  {
    ...lanes,
    broken: 'a slow endpoint that takes the room of the quick ones',
    text: 'isSlow ? forSlow : left.quick',
    instead: 'left.quick',
  },
]
