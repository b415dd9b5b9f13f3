/** Articles beside which no advertising stands: deaths, accidents, violence, war. Pure. */
import { isAtOrBelow } from '../section-path.ts'

/** A publication's own rules. `words` replaces the usual list. */
export type SensitiveTopics = {
  /** Sections, with all below them. */
  sections?: readonly string[]
  articles?: readonly string[]
  words?: readonly string[]
}

/** A word of the headline or of a tag that ends with one of these, "Verkehrsunfall" with "unfall". */
const SENSITIVE_WORDS: readonly string[] = (
  'trauer trauert nachruf tod tode todesfall todesfälle tot tote toten toter getötet tödlich tödliche tödlichem tödlichen ' +
  'tödlicher gestorben verstorben stirbt starb leiche leichen suizid selbstmord mord morde ermordet totschlag unfall unfälle ' +
  'unglück katastrophe amoklauf anschlag attentat terror krieg missbrauch misshandlung misshandelt vergewaltigung holocaust'
).split(' ')

export type TopicsOfText = {
  id: string
  title: string
  titlePrefix: string
  section: { path: string }
  tags: readonly { displayName: string }[]
}

export function isSensitive(text: TopicsOfText, own: SensitiveTopics = {}): boolean {
  const { sections = [], articles = [], words = SENSITIVE_WORDS } = own
  if (articles.includes(text.id) || sections.some((section) => isAtOrBelow(text.section.path, section))) return true
  const said = [text.titlePrefix, text.title, ...text.tags.map(({ displayName }) => displayName)].join(' ')
  return (said.toLowerCase().match(/\p{L}+/gu) ?? []).some((word) => words.some((end) => word.endsWith(end)))
}
