/** `npx lokalteil push`: messages by hand, and how they fare. Only a running portal sends. */
import { PUSH, type PushSending, type PushStatus } from '../contract/push.ts'
import { FOLLOW_KINDS, type FollowKind } from '../domain/push.ts'
import type { Call } from '@lokalteil/services/platform/commands/call'
import { defineNoun } from '@lokalteil/services/platform/commands/command'
import { show } from '@lokalteil/services/platform/commands/reach'

export const runPush = defineNoun({
  name: 'push',
  reach: { calls: PUSH, mount: '/__services/push', key: { variables: ['PUSH_SERVICE_KEY'], file: 'push' } },
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
      run: (call) => async (push) =>
        show(call, await push.send({ body: toSending(call) }), ({ id, outcome }) => [
          outcome === 'known' ? `It was sent before, as ${id}; nothing goes out.` : `It goes out as ${id}.`,
        ]),
    },
    status: {
      about: 'how many devices there are, what waits, and the last messages',
      run: (call) => async (push) =>
        show(call, await push.getStatus({}), ({ devices, ofAccounts, waiting, messages }) => [
          `${devices} devices, ${ofAccounts} of them of accounts; ${waiting} deliveries wait`,
          ...messages.map(toLine),
        ]),
    },
  },
})

function toSending({ values: { title = '', body, path = '', to = 'breaking', name, hours }, now }: Call): PushSending {
  return {
    audience: toAudience(to)!,
    title,
    path,
    body,
    key: name,
    ...(hours === undefined ? {} : { expires: new Date(now().getTime() + Number(hours) * 3_600_000).toISOString() }),
  }
}

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
