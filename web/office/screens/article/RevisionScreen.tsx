/** A revision to read, and to bring back. */
import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { OfficeArticle } from '@lokalteil/contracts/office/values'
import { toPlainText } from '@lokalteil/domain/plain-text'
import { ARTICLE, REVISIONS } from '../../messages/article.ts'
import { shortMoment } from '../../kit/moments.ts'
import { navigate } from '../../kit/navigation.ts'
import { mayDoIn, useAct, useDesk, useMe } from '../../kit/office.tsx'
import { Button, Confirm, LinkButton, Row } from '../../kit/parts.tsx'
import { pathOf } from '../../kit/routes.ts'
import { announce, Failed, Loading, ScreenTitle } from '../../kit/screen.tsx'
import { textOf } from './block-text.ts'
import css from './article.module.css'

export default function RevisionScreen({ code, id, number }: { code: string; id: string; number: number }) {
  const ask = useDesk(code)
  const me = useMe()
  const queries = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const { run, isBusy, fault, clear } = useAct()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [code, 'revision', id, number],
    queryFn: () => ask('getRevision', { params: { id, number } }),
    staleTime: Infinity,
  })
  const article = pathOf({ screen: 'article', code, id })
  const restore = () =>
    void run(async () => {
      const restored = await ask('restoreRevision', { params: { id, number } })
      queries.setQueryData<OfficeArticle>([code, 'article', id], restored)
      announce(REVISIONS.restored(number))
      navigate(article)
    })
  if (isPending) return <Loading />
  if (error !== null) return <Failed error={error} onRetry={() => void refetch()} />
  const { revision, draft } = data
  return (
    <div className={css.reading}>
      <Row>
        <LinkButton look="small" href={article}>
          {REVISIONS.back}
        </LinkButton>
        {mayDoIn(me, 'restoreRevision', code, draft.sectionPath) && (
          <Button look="small" onClick={() => setAsked(true)}>
            {REVISIONS.restore}
          </Button>
        )}
      </Row>
      <ScreenTitle title={`${REVISIONS.name(number)}: ${draft.title}`}>{REVISIONS.name(number)}</ScreenTitle>
      <p className={css.soft}>
        {shortMoment(revision.at)}, {REVISIONS.by(revision.by?.name ?? null)}, {REVISIONS.kinds[revision.kind]},{' '}
        {REVISIONS.words(revision.words)}
      </p>
      <article className={css.paper}>
        {draft.titlePrefix !== '' && <p className={css.kicker}>{draft.titlePrefix}</p>}
        <h2>{draft.title === '' ? ARTICLE.untitled : draft.title}</h2>
        <p className={css.teaser}>{toPlainText(draft.teaserTextHtml)}</p>
        {draft.body.map((block, index) =>
          block.type === 'heading' ? (
            <h3 key={index}>{block.text}</h3>
          ) : (
            <p key={index} className={css.block} data-plain={block.type === 'paragraph' || undefined}>
              {textOf(block)}
            </p>
          ),
        )}
      </article>
      {isAsked && (
        <Confirm
          title={REVISIONS.restore}
          text={REVISIONS.restoreText}
          act={REVISIONS.restore}
          fault={fault}
          isBusy={isBusy}
          onClose={() => {
            clear()
            setAsked(false)
          }}
          onAct={restore}
        />
      )}
    </div>
  )
}
