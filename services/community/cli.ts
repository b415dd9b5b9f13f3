/** `npx lokalteil community`: comments and reviews. A running portal is needed, because decisions are sent by mail. */
import type { Client } from '@lokalteil/contracts/kernel/client'
import { COMMUNITY_MODERATION, type ModeratedText, type Target } from '@lokalteil/contracts/community'
import type { ModerationAction } from '@lokalteil/domain/community/moderation'
import type { Call } from '../platform/commands/call.ts'
import { defineNoun } from '../platform/commands/command.ts'
import { say } from '../platform/commands/reach.ts'
import {
  CASE_OPTIONS,
  CASE_WORDS,
  COMPLAINT_VERBS,
  toDecision,
  toPage,
  type Decided,
} from '../platform/moderation/case-verbs.ts'

type Community = Client<typeof COMMUNITY_MODERATION>

export const runCommunity = defineNoun({
  name: 'community',
  reach: {
    calls: COMMUNITY_MODERATION,
    mount: '/__services/community',
    key: 'community',
    variable: 'COMMUNITY_SERVICE_KEY',
  },
  words: {
    ...CASE_WORDS,
    WORDS: 'words of a text, or of a name',
    READER: 'the id of a reader, in brackets in the lists',
    ENTRY: { is: 'comment:12 or review:12, as the lists show it', fits: (text) => toTarget(text) !== null },
    COMMENT: { is: 'like comment:12', fits: (text) => toTarget(text)?.kind === 'comment' },
    PATH: 'the page of an author, like /autor/anna-muster-1; none: ties the account to no page',
  },
  options: {
    ...CASE_OPTIONS,
    sub: 'of one reader',
    article: 'under one article',
    until: 'the end of the ban (default: until it is lifted)',
  },
  verbs: {
    'pending [--page N]': { about: 'what waits for a moderator, oldest first', ask: list('pending') },
    'reported [--page N]': { about: 'what was reported and not decided', ask: list('reported') },
    'complaints [--page N]': { about: 'complaints without an answer', ask: list('complaints') },
    'search [WORDS…] [--sub READER] [--article ID] [--page N]': { about: 'comments and reviews', ask: list('all') },
    'approve ENTRY [--by NAME]': { about: 'shows what waited', ask: decide('approve') },
    'keep ENTRY [--by NAME]': { about: 'leaves what was reported as it is', ask: decide('keep') },
    'remove ENTRY --ground GROUND --facts TEXT [--by NAME]': {
      about: 'takes it away; its author and reporters are told',
      ask: decide('remove'),
    },
    'restore ENTRY [--by NAME]': { about: 'shows it again', ask: decide('restore') },
    'pick COMMENT': { about: "makes it an editors' pick", ask: pick(true) },
    'unpick COMMENT': { about: 'ends that', ask: pick(false) },
    ...COMPLAINT_VERBS,
    'ban READER --facts TEXT [--until TIME]': {
      about: 'a reader writes no more',
      ask: (community, { reader: sub, until = null, facts: reason }) =>
        say(community.ban({ body: { sub, until, reason } }), ({ name }) => `${name ?? sub} writes no more.`),
    },
    'unban READER': {
      about: 'lifts a ban',
      ask: (community, { reader: sub }) => say(community.unban({ body: { sub } }), () => 'Done.'),
    },
    'author READER PATH --name NAME': {
      about: 'ties an account to the page of an author, so that its comments are marked',
      ask: (community, { reader: sub, path, name }) =>
        say(community.linkAuthor({ body: { sub, authorPath: path === 'none' ? null : path, name } }), () => 'Done.'),
    },
  },
})

type Listed = { words?: readonly string[]; sub?: string; article?: string; page?: string }

function list(kind: 'pending' | 'reported' | 'complaints' | 'all') {
  return (community: Community, { words = [], sub, article, page }: Listed) => {
    const body = { list: kind, search: words.join(' '), sub, article, page: toPage(page) }
    return say(community.listTexts({ body }), ({ texts, total }) => [
      ...texts.map((text) => `${toLines(text)}\n`),
      `${total} in all.`,
    ])
  }
}

function decide(action: ModerationAction) {
  return (community: Community, given: Decided & { entry: string }, call: Call) =>
    say(
      community.decide({ body: { target: toTarget(given.entry)!, decision: toDecision(given, call, action) } }),
      toLines,
    )
}

function pick(isPicked: boolean) {
  return (community: Community, { comment }: { comment: string }) =>
    say(community.pick({ body: { comment: toTarget(comment)!.id, isPicked } }), () => 'Done.')
}

function toTarget(text = ''): Target | null {
  const [, kind, id] = /^(comment|review):(\d{1,18})$/.exec(text) ?? []
  return kind === undefined || id === undefined ? null : { kind: kind as Target['kind'], id }
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
