/**
 * `npm run push`: messages by hand, and how they fare. A running portal is asked, because it is the one that sends. Ends with
 * 0 when it is done, 1 when the portal says no, 2 when the command was wrong.
 */
import { createClient, type Client } from '@lokalteil/contracts/kernel/client'
import { PUSH, type PushSending, type PushStatus } from '@lokalteil/contracts/push'
import { FOLLOW_KINDS, type FollowKind } from '@lokalteil/domain/push/push'
import {
  parseCommand,
  refuse,
  runProgram,
  withService,
  type Environment,
  type Terminal,
} from '../platform/operator-command.ts'

const USAGE = `Usage: npm run push -- send --publication ak --title "…" --path /article-123 [--body "…"]
                            [--to breaking|topic:ID|region:ID|author:ID] [--name NAME] [--hours N]
       npm run push -- status --publication ak

  send    Sends a message to all devices that chose such: breaking news, or a topic, region or author.
          Of one article a device hears once, however it is told. --name: the same again sends nothing.
  status  How many devices there are, what waits, and the last messages.

  --url URL  Another portal than the one on this machine; --key KEY: the key it wants (PUSH_SERVICE_KEY).`

const OPTIONS = {
  publication: { type: 'string' },
  title: { type: 'string' },
  body: { type: 'string' },
  path: { type: 'string' },
  to: { type: 'string' },
  name: { type: 'string' },
  hours: { type: 'string' },
} as const
type Service = Client<typeof PUSH>

async function runPush(args: readonly string[], environment: Environment, terminal: Terminal): Promise<0 | 1 | 2> {
  const parsed = parseCommand(args, OPTIONS, USAGE, terminal)
  if (typeof parsed === 'number') return parsed
  const { values, positionals, wrong } = parsed
  const [command, ...rest] = positionals
  const { publication } = values
  if (rest.length > 0 || (command !== 'send' && command !== 'status')) return wrong('Say "send" or "status".')
  if (publication === undefined) return wrong('Say which publication: --publication ak')
  const sending = command === 'send' ? toSending(values) : null
  if (typeof sending === 'string') return wrong(sending)
  const done = await withService(
    {
      environment,
      url: values.url,
      key: values.key,
      keyName: 'push',
      mount: '/__services/push',
      path: `/${publication}`,
      connect: (fetch, base, key): Service =>
        createClient(PUSH, { fetch, base, headers: { authorization: `Bearer ${key}` } }),
      probe: (service) => service.getStatus({}),
      openOwn: () => Promise.reject(new Error('Only a running portal sends')),
      keeps: 'push messages',
      isPortalNeeded: true,
    },
    (service) => (sending === null ? showStatus(service, terminal) : send(service, sending, terminal)),
  )
  if (typeof done === 'number') return done
  terminal.err(`${done}\n`)
  return 1
}

type Values = { [Name in keyof typeof OPTIONS]?: string | undefined }

/** A text: what is wrong with it. */
function toSending({ title, body, path, to = 'breaking', name, hours }: Values): PushSending | string {
  if (title === undefined || title.trim() === '') return 'A message needs a --title.'
  if (path === undefined || !path.startsWith('/')) return 'Say where it leads: --path /article-123'
  const [kind = '', ref = ''] = to.split(':')
  if (kind !== 'breaking' && (!isFollowKind(kind) || ref === ''))
    return 'Say to whom: --to breaking, topic:ID, region:ID or author:ID'
  const count = hours === undefined ? null : Number(hours)
  if (count !== null && !(count > 0)) return '--hours must be a number of hours.'
  return {
    audience: isFollowKind(kind) ? { kind, ref } : { kind: 'breaking' },
    title,
    path,
    body,
    key: name,
    ...(count === null ? {} : { expires: new Date(Date.now() + count * 3_600_000).toISOString() }),
  }
}

async function send(service: Service, body: PushSending, terminal: Terminal): Promise<0 | 1> {
  const found = await service.send({ body })
  if (!found.ok) return refuse({ terminal }, found)
  const { id, outcome } = found.data
  terminal.out(outcome === 'known' ? `It was sent before, as ${id}; nothing goes out.\n` : `It goes out as ${id}.\n`)
  return 0
}

async function showStatus(service: Service, terminal: Terminal): Promise<0 | 1> {
  const found = await service.getStatus({})
  if (!found.ok) return refuse({ terminal }, found)
  const { devices, ofAccounts, waiting, messages } = found.data
  terminal.out(`${devices} devices, ${ofAccounts} of them of accounts; ${waiting} deliveries wait\n`)
  for (const message of messages) terminal.out(`${toLine(message)}\n`)
  return 0
}

function toLine({ createdAt, state, sent, waiting, failed, title, path }: PushStatus['messages'][number]): string {
  const counts = `${sent} sent, ${waiting} waiting, ${failed} not delivered`
  return `${createdAt}  ${state === 'planning' ? 'being planned, ' : ''}${counts}  ${title}  ${path}`
}

function isFollowKind(kind: string): kind is FollowKind {
  return FOLLOW_KINDS.some((one) => one === kind)
}

if (import.meta.main) await runProgram(runPush)
