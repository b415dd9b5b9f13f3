/** Texts of sections, tags, topics, authors and the other lists of articles. */
import { formatNumber } from '@lokalteil/domain/german-numbers'

export const listTexts = {
  articles: (count: number) => (count === 1 ? '1 Artikel' : `${formatNumber(count)} Artikel`),
  pageSuffix: (page: number) => `Seite ${page}`,
  childSections: (name: string) => `Unterressorts von ${name}`,
  childTags: (name: string) => `Mehr zu ${name}`,
  moreFrom: (name: string) => `Weitere Artikel: ${name}`,
  tagDescription: (name: string, publication: string) =>
    `Alle Nachrichten, Hintergründe und Berichte zu ${name} im Überblick – ${publication}.`,
  tag: 'Thema',
  mostRead: 'Meistgelesen',
  empty: 'Hier ist noch nichts erschienen.',
  emptyAdvice: 'Sobald es etwas zu berichten gibt, lesen Sie es an dieser Stelle.',
  topics: 'Themen',
  topicsIntro:
    'Was die Region länger beschäftigt: unsere Dossiers von A bis Z, mit Berichten, Hintergründen und Kommentaren.',
  topicTags: 'Schlagworte des Themas',
  authors: 'Autorinnen und Autoren',
  authorsIntro: 'Wer hier schreibt, ist in der Region zu Hause. Lernen Sie die Redaktion kennen.',
  authorLetters: 'Nach Anfangsbuchstaben',
  author: 'Redaktion',
  subjectsOf: (name: string) => `Worüber ${name} schreibt`,
  articlesBy: (name: string) => `Artikel von ${name}`,
  noArticlesBy: (name: string) => `Von ${name} ist noch kein Artikel erschienen.`,
  headlines: 'Schlagzeilen',
  headlinesIntro: 'Alle Meldungen auf einen Blick, die neuesten zuerst.',
  newest: 'Neueste Artikel',
  newestIntro: 'Was gerade erschienen ist, aus allen Ressorts.',
} as const
