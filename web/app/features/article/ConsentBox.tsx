/**
 * A placeholder for third-party content that asks for consent to its vendor only (S1-11). Without scripts it is a link.
 */
import { articleTexts } from '../../messages/reading/article.ts'
import { Button } from '../../ui/Button.tsx'
import css from './ConsentBox.module.css'

type ConsentBoxProps = {
  title: string
  /** Name of the vendor as readers know it. */
  vendor: string
  /** Address of the content on its own site; null: it has none. */
  url: string | null
  /** The vendor's key. */
  mark: string
  /** Null: the content cannot be framed. */
  onShow: (() => void) | null
}

export function ConsentBox({ title, vendor, url, mark, onShow }: ConsentBoxProps) {
  return (
    <aside className={css.box} data-embed={mark} aria-label={title}>
      <p className={css.title}>{title}</p>
      {onShow !== null && (
        <>
          <p>{articleTexts.embedText(vendor)}</p>
          <Button className="js-only" onClick={onShow}>
            {articleTexts.embedShow}
          </Button>
        </>
      )}
      <p className={css.small}>
        {url !== null && (
          <a href={url} target="_blank" rel="noopener">
            {articleTexts.embedLink(vendor)}
          </a>
        )}
        <a href="/datenschutz">{articleTexts.embedPrivacy}</a>
      </p>
    </aside>
  )
}
