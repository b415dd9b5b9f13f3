/** Articles to take into an issue: new ones, or found by words. */
import { useDeferredValue, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { IssueArticle } from '@lokalteil/contracts/newsletter-issues'
import type { ArticleRow } from '@lokalteil/contracts/office/values'
import { ISSUE_LENGTHS } from '@lokalteil/domain/reading/newsletter-issues'
import { ISSUE } from '../../messages/newsletters.ts'
import { stateOf } from '../../kit/ArticleRows.tsx'
import { shortMoment } from '../../kit/moments.ts'
import { mayDo, useDesk, useMe } from '../../kit/office.tsx'
import { Button, Field } from '../../kit/parts.tsx'
import { announce } from '../../kit/screen.tsx'
import type { Composer } from './composer.ts'
import css from './newsletters.module.css'

const MOST_SHOWN = 8

type Props = {
  code: string
  isSpecial: boolean
  /** Ids of new articles. */
  proposal: readonly string[]
  composer: Pick<Composer, 'rows' | 'articles' | 'add'>
}

export function ArticleFinder({ code, isSpecial, proposal, composer }: Props) {
  const { rows, articles, add } = composer
  const me = useMe()
  const ask = useDesk(code)
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const isSearch = q.length > 1
  const { data } = useQuery({
    queryKey: [code, 'articles', { q }],
    queryFn: () => ask('listArticles', { query: { q } }),
    enabled: isSearch,
    placeholderData: (before) => before,
  })
  const taken = new Set(rows.map(({ id }) => id))
  const isFull = rows.filter(({ item }) => item.type === 'article').length >= ISSUE_LENGTHS.articles
  const news = proposal.flatMap((id) => articles.get(id) ?? [])
  const found = (data?.articles ?? []).filter(({ desk, shown }) => desk !== 'dropped' && shown !== 'withdrawn')
  const offered: Offer[] = (isSearch ? found.map(toOffer) : news.map((article) => ({ article, detail: '' })))
    .filter(({ article }) => !taken.has(article.id))
    .slice(0, MOST_SHOWN)
  const title = isSearch ? ISSUE.found : isSpecial ? ISSUE.newest : ISSUE.proposal
  return (
    <div className={css.finder}>
      {mayDo(me, 'listArticles', code) && (
        <Field label={ISSUE.search} type="search" value={typed} maxLength={200} onChange={setTyped} />
      )}
      <h3>{title}</h3>
      {isFull && <p className={css.soft}>{ISSUE.full}</p>}
      {offered.length === 0 && <p className={css.soft}>{isSearch ? ISSUE.noneFound : ISSUE.noProposal}</p>}
      <ul className={css.offers} aria-label={title}>
        {offered.map(({ article, detail }) => (
          <li key={article.id} className={css.offer}>
            <span className={css.article}>
              <span className={css.title}>{article.title}</span>
              <span className={css.marks}>
                {article.publishDate !== null && <span>{shortMoment(article.publishDate)}</span>}
                {article.isPaid && <span>{ISSUE.paid}</span>}
                {detail !== '' && <span className={css.warn}>{detail}</span>}
              </span>
            </span>
            <Button
              look="small"
              disabled={isFull}
              aria-label={ISSUE.add(article.title)}
              onClick={() => {
                add(article)
                announce(ISSUE.added(article.title))
              }}
            >
              {ISSUE.find}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

type Offer = { article: IssueArticle; detail: string }

/** Until the draft is saved and the server answers with the article's public state. */
function toOffer(row: ArticleRow): Offer {
  const isShown = row.shown === 'online' || row.shown === 'changed'
  const { id, title, contentRestriction } = row
  return {
    article: {
      id,
      title,
      prefix: '',
      isPaid: contentRestriction === 'paid',
      publishDate: null,
      state: isShown ? 'ready' : 'missing',
    },
    detail: isShown ? '' : stateOf(row),
  }
}
