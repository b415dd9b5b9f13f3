/**
 * `npm run community -- PUBLICATION …`: what waits and what was reported, decisions with their reasons, picks, bans,
 * authors, complaints and figures, until the office has a screen for them. Needs a running portal, because it writes mails.
 * Ends with 0 when all went well, 1 when the service refused, 2 when the command was wrong.
 */
import { createClient, type Client, type Result } from '@lokalteil/contracts/kernel/client'
import { COMMUNITY_MODERATION, type ModeratedText, type Target } from '@lokalteil/contracts/community'
import {
  MODERATION_GROUND_KEYS,
  type ModerationAction,
  type ModerationGround,
} from '@lokalteil/domain/community/moderation'
import { toCode } from '@lokalteil/domain/publication/publications'
import {
  parseCommand,
  refuse,
  runProgram,
  withService,
  type Environment,
  type Terminal,
} from '../platform/operator-command.ts'

const USAGE = `Usage: npm run community -- PUBLICATION [COMMAND]

PUBLICATION is the code of one. TEXT is comment:12 or review:12, as the lists show it.

  pending               what waits for a moderator, oldest first (default)
  reported              what was reported and not decided
  complaints            complaints without an answer
  search WORDS          comments and reviews, in words and names
      --sub ID          of one reader
      --article ID      under one article
  approve TEXT          shows what waited
  keep TEXT             leaves what was reported as it is
  remove TEXT           takes it away; its author and reporters are told
      --ground GROUND   ${MODERATION_GROUND_KEYS.join(', ')}
      --facts "…"       what the decision rests on; its author reads it
  restore TEXT          shows it again
  pick TEXT, unpick TEXT   an editors' pick
  answer STATEMENT uphold|reverse --facts "…"   answers a complaint
  ban SUB --facts "…"   a reader writes no more
      --until TIME      2026-12-24T18:00:00Z (default: until it is lifted)
  unban SUB
  author SUB PATH --name NAME   ties an account to an author's page, like /autor/anna-muster-1
  author SUB none --name NAME   ends that
  figures --from TIME --to TIME   for the transparency report (Art. 15 and 24 DSA)

  --by NAME     who decides (default: Redaktion)
  --url BASE    the running portal (default: http://127.0.0.1:PORT)
  --key KEY     its key (default: COMMUNITY_SERVICE_KEY or DATA_DIR/keys/community.key)
  --help`

type Office = Client<typeof COMMUNITY_MODERATION>
type Code = 0 | 1 | 2

const OPTIONS = {
  sub: { type: 'string' },
  article: { type: 'string' },
  ground: { type: 'string' },
  facts: { type: 'string' },
  until: { type: 'string' },
  name: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  by: { type: 'string' },
} as const

type Values = Partial<Record<keyof typeof OPTIONS, string>>
type Wanted = { first: string; second: string; values: Values; terminal: Terminal }
type Work = (office: Office) => Promise<Code>

async function runCommunity(args: readonly string[], environment: Environment, terminal: Terminal): Promise<Code> {
  const parsed = parseCommand(args, OPTIONS, USAGE, terminal)
  if (typeof parsed === 'number') return parsed
  const { values, positionals, wrong } = parsed
  const [code = '', command = 'pending', first = '', second = ''] = positionals
  const mandator = toCode(code)
  if (mandator === null) return wrong(code === '' ? 'Which publication?' : `There is no publication "${code}".`)
  const toWork = Object.hasOwn(COMMANDS, command) ? COMMANDS[command]! : null
  if (toWork === null) return wrong(`There is no command "${command}".`)
  const work = toWork({ first, second, values, terminal })
  if (typeof work === 'string') return wrong(work)
  const done = await withService(
    {
      environment,
      url: values.url,
      key: values.key,
      keeps: 'comments',
      keyName: 'community',
      mount: '/__services/community',
      path: `/${mandator}`,
      connect: (fetch, base, key): Office =>
        createClient(COMMUNITY_MODERATION, {
          fetch,
          base,
          headers: { authorization: `Bearer ${key}` },
          timeout: 30_000,
        }),
      probe: (office) => office.listTexts({ body: {} }),
      isPortalNeeded: true,
      openOwn: () => Promise.reject(new Error('A running portal is needed')),
    },
    work,
  )
  return typeof done === 'string' ? wrong(done) : done
}

const list =
  (kind: 'pending' | 'reported' | 'complaints' | 'all') =>
  ({ first, values, terminal }: Wanted): Work =>
  async (office) => {
    const found = await office.listTexts({
      body: {
        list: kind,
        search: first,
        sub: values.sub,
        article: values.article,
      },
    })
    if (!found.ok) return refuse({ terminal }, found)
    for (const text of found.data.texts) terminal.out(`${toLines(text)}\n\n`)
    terminal.out(`${found.data.total} in all.\n`)
    return 0
  }

const decide =
  (action: ModerationAction) =>
  ({ first, values, terminal }: Wanted): Work | string => {
    const target = toTarget(first)
    if (target === null) return 'Which text? Like comment:12.'
    const ground = values.ground === undefined ? null : toGround(values.ground)
    if (ground === undefined || (action === 'remove' && (ground === null || values.facts === undefined)))
      return `A removal needs --ground (${MODERATION_GROUND_KEYS.join(', ')}) and --facts.`
    const decision = { action, ground, facts: values.facts ?? '', by: values.by ?? 'Redaktion' }
    return async (office) => tell(await office.decide({ body: { target, decision } }), terminal, toLines)
  }

const pick =
  (isPicked: boolean) =>
  ({ first, terminal }: Wanted): Work | string => {
    const target = toTarget(first)
    if (target?.kind !== 'comment') return 'Which comment? Like comment:12.'
    return async (office) =>
      tell(await office.pick({ body: { comment: target.id, isPicked } }), terminal, () => 'Done.')
  }

const COMMANDS: Readonly<Record<string, (wanted: Wanted) => Work | string>> = {
  pending: list('pending'),
  reported: list('reported'),
  complaints: list('complaints'),
  search: list('all'),
  approve: decide('approve'),
  keep: decide('keep'),
  remove: decide('remove'),
  restore: decide('restore'),
  pick: pick(true),
  unpick: pick(false),
  answer({ first, second, values, terminal }) {
    if (first === '' || !['uphold', 'reverse'].includes(second) || values.facts === undefined)
      return 'answer STATEMENT uphold|reverse --facts "…"'
    const outcome = second === 'uphold' ? 'upheld' : 'reversed'
    const body = { statement: first, outcome, answer: values.facts, by: values.by ?? 'Redaktion' } as const
    return async (office) => tell(await office.answerComplaint({ body }), terminal, ({ id }) => `${id} is answered.`)
  },
  ban({ first, values, terminal }) {
    const reason = values.facts
    if (first === '' || reason === undefined) return 'ban SUB --facts "…"'
    return async (office) =>
      tell(
        await office.ban({ body: { sub: first, until: values.until ?? null, reason } }),
        terminal,
        ({ name }) => `${name ?? first} writes no more.`,
      )
  },
  unban: ({ first, terminal }) =>
    first === ''
      ? 'unban SUB'
      : async (office) => tell(await office.unban({ body: { sub: first } }), terminal, () => 'Done.'),
  author({ first, second, values, terminal }) {
    const { name } = values
    if (first === '' || second === '' || name === undefined) return 'author SUB PATH|none --name NAME'
    const authorPath = second === 'none' ? null : second
    return async (office) =>
      tell(await office.linkAuthor({ body: { sub: first, authorPath, name } }), terminal, () => 'Done.')
  },
  figures({ values: { from, to }, terminal }) {
    if (from === undefined || to === undefined) return 'figures --from 2026-01-01T00:00:00Z --to 2027-01-01T00:00:00Z'
    return async (office) =>
      tell(await office.getTransparency({ body: { from, to } }), terminal, (data) => JSON.stringify(data, null, 2))
  },
}

function toTarget(text: string): Target | null {
  const [, kind, id] = /^(comment|review):(\d{1,18})$/.exec(text) ?? []
  return kind === undefined || id === undefined ? null : { kind: kind as Target['kind'], id }
}

function toGround(text: string): ModerationGround | undefined {
  return MODERATION_GROUND_KEYS.find((ground) => ground === text)
}

function toLines({ target, article, by, state, text, at, heldFor, reports, statements }: ModeratedText): string {
  return [
    `${target.kind}:${target.id}  ${state}${heldFor === '' ? '' : ` (${heldFor})`}  ${at}`,
    `  ${by.name || 'nobody any more'}${by.sub === null ? '' : ` (${by.sub})`}${by.isBanned ? ', banned' : ''}: ${article.title} ${article.path}`,
    ...text.split('\n').map((line) => `  | ${line}`),
    ...reports
      .filter(({ isOpen }) => isOpen)
      .map(({ id, ground, explanation }) => `  ${id} ${ground}: ${explanation.replaceAll('\n', ' ')}`),
    ...statements.map(
      ({ id, action, ground, complaint }) =>
        `  ${id} ${action} ${ground ?? ''}${complaint === null ? '' : ` – complaint ${complaint.outcome}: ${complaint.text.replaceAll('\n', ' ')}`}`,
    ),
  ].join('\n')
}

function tell<T>(result: Result<T>, terminal: Terminal, toText: (data: T) => string): Code {
  if (!result.ok) return refuse({ terminal }, result)
  terminal.out(`${toText(result.data)}\n`)
  return 0
}

if (import.meta.main) await runProgram(runCommunity)
