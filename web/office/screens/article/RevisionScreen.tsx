/** A revision to read, and to bring back. */
import { useQuery } from '@tanstack/react-query'
import { toPlainText } from '@lokalteil/domain/plain-text'
import { ARTICLE, REVISIONS } from '../../messages/article.ts'
import { shortMoment } from '../../kit/moments.ts'
import { mayDoIn, useDesk, useMe } from '../../kit/office.tsx'
import { LinkButton, Row } from '../../kit/parts.tsx'
import { pathOf } from '../../kit/routes.ts'
import { Failed, Loading, ScreenTitle } from '../../kit/screen.tsx'
import { textOf } from './block-text.ts'
import { PreviewLinks } from './PreviewLinks.tsx'
import { RestoreButton } from './RestoreButton.tsx'
import css from './article.module.css'

export default function RevisionScreen({ code, id, number }: { code: string; id: string; number: number }) {
  const ask = useDesk(code)
  const me = useMe()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [code, 'revision', id, number],
    queryFn: () => ask('getRevision', { params: { id, number } }),
    staleTime: Infinity,
  })
  if (isPending) return <Loading />
  if (error !== null) return <Failed error={error} onRetry={() => void refetch()} />
  const { revision, draft } = data
  return (
    <div className={css.reading}>
      <Row>
        <LinkButton look="small" href={pathOf({ screen: 'article', code, id })}>
          {REVISIONS.back}
        </LinkButton>
        {mayDoIn(me, 'restoreRevision', code, draft.sectionPath) && (
          <RestoreButton code={code} id={id} number={number} />
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
      <PreviewLinks code={code} id={id} sectionPath={draft.sectionPath} toRevision={async () => number} />
    </div>
  )
}
