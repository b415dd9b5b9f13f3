/** `npx lokalteil push`: messages by hand, and how they fare. Only a running portal sends. */
import { PUSH, type PushSending, type PushStatus } from '../contract/push.ts'
import { FOLLOW_KINDS, type FollowKind } from '../domain/push.ts'
import { defineNoun } from '@lokalteil/services/platform/commands/command'
import { say } from '@lokalteil/services/platform/commands/reach'

export const runPush = defineNoun({
  name: 'push',
  reach: { calls: PUSH, mount: '/__services/push', key: 'push', variable: 'PUSH_SERVICE_KEY' },
  words: {
    PATH: { is: 'where the message leads, like /article-123', fits: /^\// },
    AUDIENCE: { is: 'breaking, topic:ID, region:ID or author:ID', fits: (text) => toAudience(text) !== null },
    HOURS: { is: 'a number of hours', fits: (text) => Number(text) > 0 },
  },
  options: {
    to: 'devices that chose this (default: breaking news)',
    name: 'the same name again sends nothing',
    hours: 'how long the message is worth something',
  },
  verbs: {
    'send --title TEXT --path PATH [--body TEXT] [--to AUDIENCE] [--name NAME] [--hours HOURS]': {
      about: 'sends a message; of one article a device hears once, however it is told',
      ask: (push, { title, path, body, to = 'breaking', name: key, hours }, { now }) => {
        const expires = hours && new Date(now().getTime() + Number(hours) * 3_600_000).toISOString()
        const sending = { audience: toAudience(to)!, title, path, body, key, expires }
        return say(push.send({ body: sending }), ({ id, outcome }) =>
          outcome === 'known' ? `It was sent before, as ${id}; nothing goes out.` : `It goes out as ${id}.`,
        )
      },
    },
    status: {
      about: 'how many devices there are, what waits, and the last messages',
      ask: (push) =>
        say(push.getStatus({}), ({ devices, ofAccounts, waiting, messages }) => [
          `${devices} devices, ${ofAccounts} of them of accounts; ${waiting} deliveries wait`,
          ...messages.map(toLine),
        ]),
    },
  },
})

function toAudience(text: string): PushSending['audience'] | null {
  const [kind = '', ref = ''] = text.split(':')
  if (kind === 'breaking') return { kind }
  return isFollowKind(kind) && ref !== '' ? { kind, ref } : null
}

const STATES = { held: 'can be stopped, ', stopped: 'was stopped, ', planning: 'being planned, ', planned: '' }

function toLine({ createdAt, state, sent, waiting, failed, title, path }: PushStatus['messages'][number]): string {
  const counts = `${sent} sent, ${waiting} waiting, ${failed} not delivered`
  return `${createdAt}  ${STATES[state]}${counts}  ${title}  ${path}`
}

function isFollowKind(kind: string): kind is FollowKind {
  return FOLLOW_KINDS.some((one) => one === kind)
}
