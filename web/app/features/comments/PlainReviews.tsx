/**
 * Reviews of a test report without scripts (R1-63): the reviews and a plain form, which returns to the same page with
 * its result.
 */
import type { ReviewPage } from '@lokalteil/contracts/community'
import { DISPLAY_NAME_MAX, REVIEW_MAX } from '@lokalteil/domain/community/discussion'
import { commentTexts, reviewTexts as texts } from '../../messages/community/comments.ts'
import { REVIEW_ACTIONS, type ReviewForm } from '../../page/community/comments-page.ts'
import { Button } from '../../ui/Button.tsx'
import { TextArea, TextField } from '../../ui/Field.tsx'
import { FormNotice } from '../../ui/FormNotice.tsx'
import { ReviewList, ReviewSummary, STARS } from './ReviewParts.tsx'
import { Panel } from './Standing.tsx'
import css from './Comments.module.css'

export function PlainReviews({
  articleId,
  reviews,
  form,
}: {
  articleId: string
  reviews: ReviewPage
  form: ReviewForm
}) {
  return (
    <div className={css.reviews} id="bewertungen">
      <h2 className={css.reviewsTitle}>{texts.title}</h2>
      <ReviewSummary page={reviews} />
      {reviews.discussion.reviews?.mode === 'closed' ? (
        <Panel icon="lock" text={texts.closed} />
      ) : (
        <PlainForm articleId={articleId} form={form} />
      )}
      <ReviewList reviews={reviews.reviews} />
    </div>
  )
}

function PlainForm({ articleId, form: { values, code, outcome } }: { articleId: string; form: ReviewForm }) {
  return (
    <form className={css.composer} method="post" action={`/kommentare/${articleId}#bewertungen`}>
      {outcome !== null && (
        <p role="status" className={css.said}>
          {texts.outcomes[outcome]}
        </p>
      )}
      <div role="alert">{code !== null && <FormNotice title={texts.refusal(code)} />}</div>
      {code === 'NOT_LOGGED_IN' && (
        <p>
          <a href={`/api/mein/oauth2/login/start?${new URLSearchParams({ return: `/kommentare/${articleId}` })}`}>
            {texts.toLogin}
          </a>
        </p>
      )}
      <fieldset className={css.plainStars}>
        <legend className={css.label}>{texts.ownStars}</legend>
        {STARS.map((one) => (
          <label key={one}>
            <input type="radio" name="sterne" value={one} defaultChecked={values.stars === String(one)} />
            {texts.stars(one)}
          </label>
        ))}
      </fieldset>
      <TextArea
        id="review-text"
        name="text"
        label={texts.text}
        rows={3}
        maxLength={REVIEW_MAX}
        defaultValue={values.text}
      />
      {code === 'NO_DISPLAY_NAME' && (
        <TextField
          id="review-name"
          name="name"
          label={commentTexts.nameLabel}
          maxLength={DISPLAY_NAME_MAX}
          defaultValue={values.name}
        />
      )}
      <div className={css.composerFoot}>
        <Button type="submit" name="aktion" value={REVIEW_ACTIONS.withdraw} variant="quiet">
          {texts.withdraw}
        </Button>
        <Button type="submit" name="aktion" value={REVIEW_ACTIONS.save}>
          {texts.save}
        </Button>
      </div>
    </form>
  )
}
