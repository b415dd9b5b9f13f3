/** One comment: author, text and actions. React escapes the text, so it never becomes markup. */
import { useState } from 'react'
import type { Comment } from '@lokalteil/contracts/community'
import { toReportPath } from '@lokalteil/domain/community/case-paths'
import { splitMentions, toInitials } from '@lokalteil/domain/community/discussion'
import { markLater, toVoteKey } from '../../browser/offline/marks-later.ts'
import { getSession, session } from '../../browser/session/session.ts'
import { commentTexts as texts } from '../../messages/community/comments.ts'
import { Icon } from '../../ui/Icon.tsx'
import { commentCalls } from './comments-client.ts'
import { Composer } from './Composer.tsx'
import type { DiscussionActions } from './use-discussion.ts'
import type { Standing } from './use-member.ts'
import css from './Comments.module.css'

type CommentViewProps = {
  comment: Comment
  articleId: string
  standing: Standing
  /** Closed discussions take no answers. */
  isOpen: boolean
  actions: DiscussionActions
  onReply: () => void
}

export function CommentView({ comment, articleId, standing, isOpen, actions, onReply }: CommentViewProps) {
  const [isEditing, setEditing] = useState(false)
  const { id, state } = comment
  if (state === 'removed' || state === 'withdrawn')
    return (
      <p id={`kommentar-${id}`} className={css.note} data-state={state}>
        {state === 'removed' ? texts.removed(comment.ground) : texts.withdrawn}
      </p>
    )
  return (
    <article id={`kommentar-${id}`} className={css.comment} data-picked={comment.isPicked ? '' : undefined}>
      <CommentHead comment={comment} />
      {state === 'pending' && (
        <p className={css.pending}>
          <Icon name="clock" size="1.1em" /> {texts.pending}
        </p>
      )}
      {isEditing ? (
        <Composer
          draftKey={`edit ${id}`}
          label={texts.own}
          sendLabel={texts.save}
          initial={comment.text}
          hasFocus
          onCancel={() => setEditing(false)}
          onSend={async (text) => {
            const saved = await commentCalls.edit(articleId, id, text)
            if (saved.kind === 'ok') {
              actions.put(id, saved.data.comment)
              setEditing(false)
            }
            return saved
          }}
        />
      ) : (
        <CommentText comment={comment} />
      )}
      {state === 'visible' && !isEditing && (
        <CommentFoot
          comment={comment}
          standing={standing}
          isOpen={isOpen}
          actions={actions}
          onReply={onReply}
          onEdit={() => setEditing(true)}
        />
      )}
    </article>
  )
}

export function Avatar({ name, isVoice = false }: { name: string; isVoice?: boolean }) {
  return (
    <span className={css.avatar} data-voice={isVoice ? '' : undefined} data-tone={toTone(name)} aria-hidden="true">
      {toInitials(name)}
    </span>
  )
}

/** One of six colours, always the same for a name. */
function toTone(name: string): number {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + letter.codePointAt(0)!) % 6
  return sum
}

function CommentHead({ comment }: { comment: Comment }) {
  const { name, voice, at, editedAt, isPicked, isNew, replyTo, id } = comment
  const shown = name === '' ? texts.gone : name
  const time = texts.time(at)
  return (
    <header className={css.head}>
      <Avatar name={shown} isVoice={voice !== null} />
      <div className={css.who}>
        <p className={css.name}>
          <b>{shown}</b>
          {voice !== null && (
            <span className={css.badge}>{voice === 'author' ? texts.authorMark : texts.editorial}</span>
          )}
          {isNew && <span className={css.new}>{texts.isNew}</span>}
        </p>
        <p className={css.when}>
          <a href={`#kommentar-${id}`} aria-label={texts.permalink(time)}>
            <time dateTime={at}>{time}</time>
          </a>
          {editedAt !== null && ` · ${texts.edited}`}
          {replyTo !== null && replyTo.name !== '' && ` · ${texts.inReply(replyTo.name)}`}
        </p>
      </div>
      {isPicked && (
        <p className={css.pick}>
          <Icon name="star-filled" size="1em" /> {texts.pick}
        </p>
      )}
    </header>
  )
}

function CommentText({ comment: { text, mentions } }: { comment: Comment }) {
  const names = mentions.map((mention) => mention.slice(1))
  return (
    <div className={css.text}>
      {text.split(/\n\n+/).map((paragraph, index) => (
        <p key={index}>
          {splitMentions(paragraph, names).map((part, at) =>
            part.isMention ? (
              <b key={at} className={css.named}>
                {part.text}
              </b>
            ) : (
              part.text
            ),
          )}
        </p>
      ))}
    </div>
  )
}

type FootProps = Pick<CommentViewProps, 'comment' | 'standing' | 'isOpen' | 'actions' | 'onReply'> & {
  onEdit: () => void
}

function CommentFoot({ comment, standing, isOpen, actions, onReply, onEdit }: FootProps) {
  const [isAsking, setAsking] = useState(false)
  const shown = comment.name === '' ? texts.gone : comment.name
  const withdraw = async () => {
    const done = await commentCalls.withdraw(comment.id)
    if (done.kind === 'ok') actions.remove(comment)
    setAsking(false)
  }
  return (
    <footer className={css.foot}>
      <Votes comment={comment} standing={standing} actions={actions} />
      {isOpen && (
        <button type="button" className={css.act} onClick={onReply} aria-label={texts.replyTo(shown)}>
          {texts.reply}
        </button>
      )}
      {comment.isOwn ? (
        <>
          {comment.editableUntil !== null && (
            <button type="button" className={css.act} onClick={onEdit}>
              {texts.edit}
            </button>
          )}
          <button type="button" className={css.act} onClick={() => (isAsking ? void withdraw() : setAsking(true))}>
            {isAsking ? texts.withdrawConfirm : texts.withdraw}
          </button>
        </>
      ) : (
        <a
          href={toReportPath('comment', comment.id)}
          rel="nofollow"
          className={css.act}
          aria-label={texts.reportLabel(shown)}
        >
          {texts.report}
        </a>
      )}
    </footer>
  )
}

/** Optimistic update, reverted if the server refuses; of two clicks in a row the last one counts. */
function Votes({ comment, standing, actions }: Pick<FootProps, 'comment' | 'standing' | 'actions'>) {
  const [fault, setFault] = useState<string | null>(null)
  const { id, up, down, ownVote, isOwn } = comment
  const vote = async (value: 1 | -1) => {
    if (standing.kind === 'anonymous') {
      void session.openLogin(location.pathname).catch(() => {})
      return
    }
    // A vote is anonymous, so it needs no name.
    if (standing.kind === 'unconfirmed') return setFault(texts.refusal('ADDRESS_NOT_CONFIRMED'))
    if (standing.kind === 'banned') return setFault(texts.refusal('BANNED'))
    const wanted = ownVote === value ? 0 : value
    setFault(null)
    actions.put(id, {
      ownVote: wanted,
      up: up + Number(wanted === 1) - Number(ownVote === 1),
      down: down + Number(wanted === -1) - Number(ownVote === -1),
    })
    const saved = await commentCalls.vote(id, wanted)
    if (saved.kind === 'ok') return actions.put(id, saved.data)
    const { ssoId } = getSession().view.userData ?? { ssoId: '' }
    if (saved.code === 'OFFLINE' && markLater(ssoId, toVoteKey(id), wanted)) return setFault(texts.votedLater)
    actions.put(id, { ownVote, up, down })
    setFault(texts.refusal(saved.code))
  }
  return (
    <span className={css.votes}>
      <button
        type="button"
        className={css.vote}
        aria-pressed={ownVote === 1}
        aria-label={texts.upLabel(up)}
        disabled={isOwn}
        onClick={() => void vote(1)}
      >
        <Icon name="thumb-up" size="1.2em" /> <span aria-hidden="true">{up}</span>
      </button>
      <button
        type="button"
        className={css.vote}
        aria-pressed={ownVote === -1}
        aria-label={texts.downLabel(down)}
        disabled={isOwn}
        onClick={() => void vote(-1)}
      >
        <Icon name="thumb-down" size="1.2em" /> <span aria-hidden="true">{down}</span>
      </button>
      {fault !== null && (
        <span role="alert" className={css.voteFault}>
          {fault}
        </span>
      )}
    </span>
  )
}
