/** Topics of the article, beside the text on a desktop, below it on a phone. */
import type { Article } from '@lokalteil/contracts/content'
import { FollowButton } from '../../features/bookmark/FollowButton.tsx'
import { articleTexts } from '../../messages/reading/article.ts'
import { Icon } from '../../ui/Icon.tsx'
import css from './ArticlePage.module.css'

export function ArticleTopics({ article: { tags, regions } }: { article: Article }) {
  if (tags.length + regions.length === 0) return null
  return (
    <nav aria-label={articleTexts.topics} data-topics="">
      <ul className={css.tags}>
        {tags.map(({ id, fullPath, displayName }) => (
          <li key={id}>
            <a href={fullPath} className={css.tag}>
              {displayName}
            </a>
            <FollowButton id={id} name={displayName} text="" />
          </li>
        ))}
        {regions.map(({ id, target, label }) => (
          <li key={id}>
            <a href={target} className={css.tag}>
              <Icon name="pin" size="0.95em" /> {label}
            </a>
            <FollowButton id={id} name={label} text="" />
          </li>
        ))}
      </ul>
    </nav>
  )
}
