/** Stands where something of another house would be, says so, and asks for it alone (S1-11). Without scripts a link remains. */
import { articleTexts } from '../../messages/reading/article.ts'
import { Button } from '../../ui/Button.tsx'
import css from './ConsentBox.module.css'

type ConsentBoxProps = {
  title: string
  /** As readers know it. */
  vendor: string
  /** Where it is to be seen without being framed; null: nowhere. */
  url: string | null
  /** The vendor's key. */
  mark: string
  /** Null: it cannot be framed. */
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
