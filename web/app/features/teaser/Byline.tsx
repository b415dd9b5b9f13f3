/** "Von …" or "Kommentar von …": links to the author pages, plain text on phones (2.12, S2.12-03). */
import { Fragment } from 'react'
import type { Teaser } from '@lokalteil/contracts/content'
import { toAuthorsLine } from '@lokalteil/domain/reading/teaser'
import { useSurroundings } from '../../page/portal.ts'
import { teaserTexts } from '../../messages/reading/teaser.ts'
import css from './Teaser.module.css'

export function Byline({ teaser }: { teaser: Pick<Teaser, 'authors' | 'isOpinion'> }) {
  const { device } = useSurroundings()
  const line = toAuthorsLine(teaser, device)
  if (line === null) return null
  return (
    <span className={css.byline}>
      {line.introduction === 'commentOf' ? teaserTexts.commentBy : teaserTexts.by}
      {line.names.map(({ separator, name, href }) => (
        <Fragment key={name}>
          {separator}
          {href === null ? name : <a href={href}>{name}</a>}
        </Fragment>
      ))}
    </span>
  )
}
