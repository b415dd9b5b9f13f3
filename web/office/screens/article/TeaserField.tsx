/** The teaser as plain text; what it has of links and emphasis stays until somebody changes it here. */
import { useEffect, useState } from 'react'
import { TEASER_LENGTHS } from '@lokalteil/domain/office/draft-checks'
import { toPlainText } from '@lokalteil/domain/plain-text'
import { ARTICLE } from '../../messages/article.ts'
import { Area } from '../../kit/parts.tsx'

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

export function toTeaserHtml(text: string): string {
  return text.replaceAll(/[&<>]/g, (sign) => ESCAPES[sign]!).replaceAll(/\s*\n\s*/g, ' ')
}

export function TeaserField({ html, onChange }: { html: string; onChange: (html: string) => void }) {
  const [typed, setTyped] = useState(() => toPlainText(html))
  // A merged draft or a restored revision; the own typing comes back as it was.
  useEffect(() => {
    setTyped((before) => (toTeaserHtml(before) === html ? before : toPlainText(html)))
  }, [html])
  return (
    <Area
      label={ARTICLE.teaser}
      hint={/<[a-z]/i.test(html) ? ARTICLE.teaserHasMarkup : undefined}
      lengths={TEASER_LENGTHS}
      maxLength={4000}
      spellCheck
      value={typed}
      onChange={(text) => {
        setTyped(text)
        onChange(toTeaserHtml(text))
      }}
    />
  )
}
