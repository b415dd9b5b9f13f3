/** The reader's gifts: number of openings, end date, and a button that withdraws one. */
import { useEffect, useState } from 'react'
import type { Gift, GiftList as Gifts } from '@lokalteil/contracts/gifts'
import { formatDate, formatDateTime } from '@lokalteil/domain/german'
import { contentBase, createBrowserFetch, createContentApi } from '../../page/content-api.ts'
import { giftTexts } from '../../messages/access/access.ts'
import { Button } from '../../ui/Button.tsx'
import { giftClient } from './gift-client.ts'
import css from './Gifts.module.css'

type Titles = ReadonlyMap<string, { title: string; path: string }>
const texts = giftTexts.list
/** Articles per request. */
const PORTION = 50

export default function GiftList() {
  const [given, setGiven] = useState<Gifts | null>(null)
  const [titles, setTitles] = useState<Titles>(new Map())
  const [status, setStatus] = useState<string>(giftTexts.loading)

  useEffect(() => {
    let isLeft = false
    void giftClient()
      .list()
      .then(async (found) => {
        if (isLeft) return
        if (found.kind === 'refused') return setStatus(giftTexts.error(found.code))
        setStatus('')
        setGiven(found.data)
        const known = await readTitles(found.data.gifts)
        if (!isLeft) setTitles(known)
      })
    return () => {
      isLeft = true
    }
  }, [])

  async function revoke(id: string): Promise<void> {
    const revoked = await giftClient().revoke(id)
    if (revoked.kind === 'refused') return setStatus(giftTexts.error(revoked.code))
    setGiven((known) =>
      known === null ? null : { ...known, gifts: known.gifts.map((gift) => (gift.id === id ? revoked.data : gift)) },
    )
    setStatus(texts.revoked)
  }

  return (
    <>
      {given !== null && (
        <>
          <p className={css.hint}>{giftTexts.left(given.left, given.perMonth)}</p>
          {given.gifts.length === 0 ? (
            <p>{texts.none}</p>
          ) : (
            <ul className={css.list}>
              {given.gifts.map((gift) => (
                <Entry
                  key={gift.id}
                  gift={gift}
                  article={titles.get(gift.articleId)}
                  onRevoke={() => void revoke(gift.id)}
                />
              ))}
            </ul>
          )}
        </>
      )}
      <p role="status" className={css.hint}>
        {status}
      </p>
    </>
  )
}

function Entry({
  gift,
  article,
  onRevoke,
}: {
  gift: Gift
  article: { title: string; path: string } | undefined
  onRevoke: () => void
}) {
  const title = article?.title ?? texts.article(gift.articleId)
  return (
    <li className={css.entry} data-state={gift.state}>
      <div>
        <a className={css.article} href={article?.path ?? `/${gift.articleId}`}>
          {title}
        </a>
        <span className={css.hint}>
          {texts.given(formatDate(new Date(gift.createdAt)))} ·{' '}
          {texts.states[gift.state](formatDateTime(new Date(gift.expiresAt)))} · {texts.opened(gift.openedCount)}
        </span>
      </div>
      {gift.state === 'active' && (
        <Button variant="secondary" aria-label={texts.revokeOf(title)} onClick={onRevoke}>
          {texts.revoke}
        </Button>
      )}
    </li>
  )
}

async function readTitles(gifts: readonly Gift[]): Promise<Titles> {
  const content = createContentApi(contentBase(), createBrowserFetch())
  const ids = [...new Set(gifts.map(({ articleId }) => articleId))]
  const portions = Array.from({ length: Math.ceil(ids.length / PORTION) }, (_one, index) =>
    ids.slice(index * PORTION, (index + 1) * PORTION),
  )
  const found = await Promise.all(portions.map((some) => content.listTeasers({}, { ids: some.join(',') })))
  return new Map(
    found.flatMap((read) =>
      read.ok
        ? read.data.teasers.map(
            (teaser) => [teaser.documentId, { title: teaser.title, path: teaser.targetPathOrUrl }] as const,
          )
        : [],
    ),
  )
}
