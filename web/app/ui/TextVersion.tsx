/** The version of the texts that an answer was given to, with these texts. An external manager has texts of its own elsewhere. */
import { consentSettingsTexts as texts } from '../messages/consent/consent.ts'

export function TextVersion({ text }: { text: string }) {
  return /^\d{4}-\d\d-\d\d$/.test(text) ? (
    <a href={`/api/consent/texts/${text}`} target="_blank" rel="noopener">
      {texts.version(text)}
    </a>
  ) : (
    texts.version(text)
  )
}
