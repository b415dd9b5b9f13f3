/** Back, page numbers, forward. Plain links, so that every page of a list has an address and works without scripts. */
import { teaserTexts } from '../../messages/reading/teaser.ts'
import { Icon } from '../../ui/Icon.tsx'
import { toPagination } from './pagination.ts'
import css from './Pagination.module.css'

export function Pagination({ page, pages, toPath }: { page: number; pages: number; toPath: (page: number) => string }) {
  const model = toPagination(page, pages)
  if (model === null) return null
  return (
    <nav className={css.pagination} aria-label={teaserTexts.pagination}>
      {model.previous === null ? (
        <span className={css.step} data-side="previous" />
      ) : (
        <a href={toPath(model.previous)} rel="prev" className={css.step} data-side="previous">
          <Icon name="chevron-left" size="1.1em" /> <span>{teaserTexts.previousPage}</span>
        </a>
      )}
      <p className={css.position}>{teaserTexts.pageOf(page, pages)}</p>
      <ol className={css.pages}>
        {model.items.map((item) =>
          item.kind === 'gap' ? (
            <li key={`gap-${item.after}`} className={css.gap} aria-hidden="true">
              …
            </li>
          ) : (
            <li key={item.page}>
              <a
                href={toPath(item.page)}
                className={css.page}
                aria-label={teaserTexts.page(item.page)}
                aria-current={item.isCurrent ? 'page' : undefined}
              >
                {item.page}
              </a>
            </li>
          ),
        )}
      </ol>
      {model.next === null ? (
        <span className={css.step} data-side="next" />
      ) : (
        <a href={toPath(model.next)} rel="next" className={css.step} data-side="next">
          <span>{teaserTexts.nextPage}</span> <Icon name="chevron-right" size="1.1em" />
        </a>
      )}
    </nav>
  )
}
