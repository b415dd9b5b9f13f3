/** Readers' reviews of the tested product: distribution of stars, texts, and the reader's own review. */
import { useEffect, useEffectEvent, useId, useState, type FormEvent } from 'react'
import type { Review, ReviewPage } from '@lokalteil/contracts/community'
import { REVIEW_MAX } from '@lokalteil/domain/community/discussion'
import { session, useSession } from '../../browser/session/session.ts'
import { commentTexts, reviewTexts as texts } from '../../messages/community/comments.ts'
import { Button } from '../../ui/Button.tsx'
import { TextArea } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { commentCalls } from './comments-client.ts'
import { ReviewList, ReviewSummary, STARS } from './ReviewParts.tsx'
import { Panel, StandingPanel } from './Standing.tsx'
import { useMember } from './use-member.ts'
import css from './Comments.module.css'

export function Reviews({ articleId }: { articleId: string }) {
  const { status } = useSession()
  const { standing, setMember } = useMember()
  const [page, setPage] = useState<ReviewPage | 'loading' | 'failed' | 'none'>('loading')
  const [said, setSaid] = useState('')
  const load = async () => {
    const found = await commentCalls.reviews(articleId, 1)
    setPage(found.kind === 'ok' ? found.data : found.code === 'NOT_FOUND' ? 'none' : 'failed')
  }
  const begin = useEffectEvent(() => void load())
  useEffect(() => {
    if (status !== 'unknown') begin()
  }, [status, articleId])

  if (page === 'none') return null
  if (page === 'loading') return <div className={css.skeleton} aria-hidden="true" />
  if (page === 'failed') return <Panel icon="alert" text={texts.failed} />
  const { reviews } = page.discussion
  const loadMore = async () => {
    const found = await commentCalls.reviews(articleId, page.page + 1)
    if (found.kind === 'ok') setPage({ ...found.data, reviews: [...page.reviews, ...found.data.reviews] })
  }
  return (
    <div className={css.reviews}>
      <h2 className={css.reviewsTitle}>{texts.title}</h2>
      <ReviewSummary page={page} />
      <p role="status" className={said === '' ? 'visually-hidden' : css.said}>
        {said}
      </p>
      {reviews?.mode === 'closed' ? (
        <Panel icon="lock" text={texts.closed} />
      ) : standing.kind === 'member' ? (
        <ReviewForm
          key={page.own?.id ?? 'new'}
          articleId={articleId}
          own={page.own}
          onBegin={() => setSaid('')}
          onDone={(text) => {
            setSaid(text)
            void load()
          }}
        />
      ) : (
        <StandingPanel standing={standing} loginText={texts.login} onMember={setMember} />
      )}
      <ReviewList reviews={page.reviews} />
      {page.page < page.pages && (
        <Button variant="secondary" className={css.more} onClick={() => void loadMore()}>
          {texts.more}
        </Button>
      )}
    </div>
  )
}

function ReviewForm({
  articleId,
  own,
  onBegin,
  onDone,
}: {
  articleId: string
  own: Review | null
  onBegin: () => void
  onDone: (said: string) => void
}) {
  const id = useId()
  const [stars, setStars] = useState(own?.stars ?? 0)
  const [fault, setFault] = useState<string | undefined>()
  const [isSending, setSending] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSending) return
    onBegin()
    const typed = new FormData(event.currentTarget).get('text')
    if (stars === 0) return setFault(texts.chooseStars)
    setSending(true)
    const saved = await commentCalls.saveReview(articleId, { stars, text: typeof typed === 'string' ? typed : '' })
    setSending(false)
    if (saved.kind === 'ok') {
      onDone(saved.data.review.state === 'pending' ? texts.savedPending : texts.saved)
      return
    }
    setFault(commentTexts.refusal(saved.code))
    if (saved.code === 'NOT_LOGGED_IN') void session.openLogin(location.pathname).catch(() => {})
  }
  const withdraw = async () => {
    onBegin()
    const done = await commentCalls.withdrawReview(articleId)
    if (done.kind === 'ok') onDone('')
    else setFault(commentTexts.refusal(done.code))
  }
  return (
    <form className={css.composer} onSubmit={(event) => void submit(event)} noValidate>
      <fieldset className={css.starField}>
        <legend className={css.label}>{own === null ? texts.ownStars : texts.own}</legend>
        {STARS.map((one) => (
          <label key={one} className={css.starChoice} data-on={one <= stars ? '' : undefined}>
            <input
              type="radio"
              name={`${id}-stars`}
              value={one}
              checked={stars === one}
              onChange={() => {
                setStars(one)
                setFault(undefined)
              }}
            />
            <Icon name={one <= stars ? 'star-filled' : 'star'} size="1.7rem" />
            <span className="visually-hidden">{texts.stars(one)}</span>
          </label>
        ))}
      </fieldset>
      <TextArea
        id={id}
        name="text"
        label={texts.text}
        rows={3}
        maxLength={REVIEW_MAX}
        defaultValue={own?.text ?? ''}
        fault={fault}
        onChange={() => setFault(undefined)}
      />
      <div className={css.composerFoot}>
        {own !== null && (
          <Button variant="quiet" onClick={() => void withdraw()}>
            {texts.withdraw}
          </Button>
        )}
        <Button type="submit" aria-disabled={isSending || undefined}>
          {isSending ? commentTexts.sending : own === null ? texts.save : texts.change}
        </Button>
      </div>
    </form>
  )
}
