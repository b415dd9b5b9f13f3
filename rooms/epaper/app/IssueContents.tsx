/** The contents of an issue, page by page: titles and teasers, which are public. */
import type { IssueView } from '../contract/calls.ts'
import { toIssueArticlePath, toIssuePagePath } from '../domain/issues.ts'
import { epaperTexts } from './epaper-texts.ts'
import css from './Epaper.module.css'

export function IssueContents({ view: { issue, contents, articles, reading } }: { view: IssueView }) {
  const pages = contents
    .map((page) => ({ ...page, articles: articles.filter((one) => one.pages[0] === page.number) }))
    .filter((page) => page.articles.length > 0)
  if (pages.length === 0) return null
  return (
    <section id="inhalt" className={css.contents} aria-labelledby="epaper-contents">
      <h2 id="epaper-contents" className={css.sectionTitle}>
        {epaperTexts.contents}
      </h2>
      <ol className={css.contentPages}>
        {pages.map(({ number, label, section, articles: begun }) => (
          <li key={number} className={css.contentPage}>
            <h3 className={css.contentLabel}>
              {reading === null ? (
                epaperTexts.sectionOf(label, section)
              ) : (
                <a href={toIssuePagePath(issue, number)} data-page={number}>
                  {epaperTexts.sectionOf(label, section)}
                </a>
              )}
            </h3>
            <ul className={css.contentArticles}>
              {begun.map(({ key, kicker, title, teaser }) => (
                <li key={key}>
                  <a href={toIssueArticlePath(issue, key)} className={css.contentLink}>
                    {kicker !== '' && <span className={css.kicker}>{kicker}</span>}
                    <span className={css.contentTitle}>{title}</span>
                  </a>
                  {teaser !== '' && <p className={css.teaser}>{teaser}</p>}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  )
}
