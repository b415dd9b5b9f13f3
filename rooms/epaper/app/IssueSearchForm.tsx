/** Full-text search in all issues; a plain form. */
import { epaperTexts } from './epaper-texts.ts'
import { Button } from '@lokalteil/web/app/ui/Button.tsx'
import css from './Epaper.module.css'

export function IssueSearchForm({ term = '', edition = null }: { term?: string; edition?: string | null }) {
  const texts = epaperTexts.search
  return (
    <form action="/epaper/suche" method="get" role="search" className={css.search} aria-label={texts.label}>
      <label htmlFor="epaper-q" className="visually-hidden">
        {texts.label}
      </label>
      <input
        id="epaper-q"
        name="q"
        type="search"
        required
        maxLength={200}
        defaultValue={term}
        placeholder={texts.label}
        enterKeyHint="search"
        className={css.field}
      />
      {edition !== null && <input type="hidden" name="ausgabe" value={edition} />}
      <Button type="submit">{texts.press}</Button>
    </form>
  )
}
