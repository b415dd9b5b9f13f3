/** Inline HTML as plain text; its links and emphasis stay until somebody changes the text here. */
import { useEffect, useState } from 'react'
import { toPlainText } from '@lokalteil/domain/plain-text'
import { PARTS } from '../messages/parts.ts'
import { Area } from './parts.tsx'

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

export function toInlineHtml(text: string): string {
  return text.replaceAll(/[&<>]/g, (sign) => ESCAPES[sign]!).replaceAll(/\s*\n\s*/g, ' ')
}

export function InlineField({
  label,
  lengths,
  html,
  onChange,
}: {
  label: string
  lengths?: { good: number; most: number }
  html: string
  onChange: (html: string) => void
}) {
  const [typed, setTyped] = useState(() => toPlainText(html))
  // A merged draft or a restored revision; the own typing comes back as it was.
  useEffect(() => {
    setTyped((before) => (toInlineHtml(before) === html ? before : toPlainText(html)))
  }, [html])
  return (
    <Area
      label={label}
      hint={/<[a-z]/i.test(html) ? PARTS.hasMarkup : undefined}
      lengths={lengths}
      maxLength={4000}
      spellCheck
      value={typed}
      onChange={(text) => {
        setTyped(text)
        onChange(toInlineHtml(text))
      }}
    />
  )
}
