/**
 * Notifications about a comment: to the author of the answered comment, the article's authors and mentioned members. By
 * mail, put into the outbox together with the comment; never about one's own words, and not to members who opted out.
 */
import type { ArticleFacts } from '@lokalteil/contracts/community'
import { splitMentions } from '@lokalteil/domain/community/discussion'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { toExcerpt, toLine } from '../platform/moderation/case-mails.ts'
import { isBanned, toReplyToken, type CommunityContext, type ReplyNotice } from './context.ts'
import { toShownText } from './reading.ts'
import type { Trx } from './schema.ts'
import type { CommentRow } from './store/comments.ts'
import { findMember, listAuthors, type MemberRow } from './store/members.ts'

export type Told = ReplyNotice
const MOST_TOLD = 5

export async function tellOfReply(
  context: CommunityContext,
  trx: Trx,
  row: CommentRow,
  article: Pick<ArticleFacts, 'path' | 'title' | 'authors'>,
): Promise<Told[]> {
  const publication = row.publication as PublicationCode
  const by = row.sub === null ? null : await findMember(trx, publication, row.sub)
  const recipients = new Map<string, MemberRow>()
  for (const member of await listRecipients(trx, publication, row, article))
    if (member.sub !== row.sub && !isBanned(member, context.now())) recipients.set(member.sub, member)
  const told: Told[] = []
  for (const member of [...recipients.values()].slice(0, MOST_TOLD)) {
    const notice: Told = {
      publication,
      sub: member.sub,
      commentId: String(row.id),
      heading: by?.name ? `Antwort von ${by.name}` : 'Neue Antwort',
      by: by?.name ?? '',
      title: toLine(article.title, 200),
      path: `${article.path}#kommentar-${row.id}`,
      excerpt: toExcerpt(toShownText(row.text)),
    }
    told.push(notice)
    if (!member.has_reply_mails || member.email === '') continue
    const token = toReplyToken(context, publication, member.sub)
    await context.queueMail(
      {
        mandator: publication,
        to: { address: member.email, name: member.name ?? '' },
        template: 'comment-reply',
        unsubscribePath: `/api/community/reply-mails/off?token=${token}`,
        data: {
          by: notice.by,
          title: notice.title,
          excerpt: notice.excerpt,
          path: notice.path,
          offPath: `/kommentare/abmelden?token=${token}`,
        },
      },
      trx,
    )
  }
  return told
}

async function listRecipients(
  trx: Trx,
  publication: PublicationCode,
  row: CommentRow,
  article: Pick<ArticleFacts, 'authors'>,
): Promise<MemberRow[]> {
  const found: MemberRow[] = []
  if (row.reply_to !== null) {
    const answered = await trx
      .selectFrom('community.comments')
      .select('sub')
      .where('id', '=', row.reply_to)
      .executeTakeFirst()
    const member = typeof answered?.sub === 'string' ? await findMember(trx, publication, answered.sub) : null
    if (member !== null) found.push(member)
  }
  if (!row.text.includes('@')) return found
  const authors = await listAuthors(
    trx,
    publication,
    article.authors.map(({ path }) => path),
  )
  const named = new Set(article.authors.filter(({ name }) => isNamed(row.text, name)).map(({ path }) => path))
  found.push(...authors.filter(({ author_path }) => named.has(author_path ?? '')))
  const participants = await trx
    .selectFrom('community.members as m')
    .selectAll('m')
    .where('m.publication', '=', publication)
    .where('m.name', 'is not', null)
    .where('m.sub', 'in', (query) =>
      query
        .selectFrom('community.comments')
        .select('sub')
        .where('publication', '=', publication)
        .where('article', '=', row.article)
        .where('state', '=', 'visible')
        .where('sub', 'is not', null)
        .$castTo<{ sub: string }>(),
    )
    .limit(500)
    .execute()
  found.push(...participants.filter(({ name }) => isNamed(row.text, name!)))
  return found
}

function isNamed(text: string, name: string): boolean {
  return splitMentions(text, [name]).some(({ isMention }) => isMention)
}

// --- Moderation

export async function tellBan(
  { queueMail }: CommunityContext,
  trx: Trx,
  member: MemberRow,
  { until, reason }: { until: Date | null; reason: string },
): Promise<void> {
  if (member.email === '') return
  await queueMail(
    {
      mandator: member.publication as PublicationCode,
      to: { address: member.email, name: member.name ?? '' },
      template: 'member-banned',
      data: { until: until?.toISOString() ?? null, reason: toLine(reason, 500) },
    },
    trx,
  )
}
