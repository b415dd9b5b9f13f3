/** Texts of the search (S2.1-22). */
import { formatNumber } from '@lokalteil/domain/german-numbers'

export const searchTexts = {
  description: (publication: string) =>
    `${publication}: alle Artikel durchsuchen, von Nachrichten und Hintergründen bis zu Tests und Service aus der Region.`,
  title: 'Suche',
  documentTitle: (term: string) => `Suche${term === '' ? '' : `: ${term}`}`,
  label: 'Suchbegriff',
  placeholder: 'Thema, Ort oder Name',
  submit: 'Suchen',
  hits: (count: number, term: string, isMore = false) =>
    `${isMore ? 'Mehr als ' : ''}${formatNumber(count)} Treffer für „${term}“`,
  noHitsFiltered: (term: string) => `Mit diesen Filtern gibt es keine Treffer für „${term}“.`,
  withoutFilters: 'Filter zurücksetzen',
  order: 'Sortieren nach',
  orders: { relevanz: 'Relevanz', neueste: 'Neueste zuerst' },
  activeFilters: (count: number) => (count === 0 ? 'Filter' : `Filter (${count})`),
  period: 'Zeitraum',
  anyTime: 'Beliebig',
  periods: { tag: '24 Stunden', woche: '1 Woche', monat: '1 Monat', jahr: '1 Jahr' },
  days: 'Tage wählen',
  from: 'Von',
  until: 'Bis',
  applyDays: 'Anwenden',
  section: 'Ressort',
  allSections: 'Alle',
  noHits: (term: string) => `Zu „${term}“ wurden keine Artikel gefunden.`,
  didYouMean: 'Meinten Sie',
  shownInstead: (count: number, term: string) =>
    count === 1
      ? `Wir zeigen Ihnen 1 Treffer für „${term}“.`
      : `Wir zeigen Ihnen ${formatNumber(count)} Treffer für „${term}“.`,
  advice: 'Prüfen Sie die Schreibweise oder versuchen Sie es mit weniger oder allgemeineren Begriffen.',
  hint: 'Suchen Sie in allen Artikeln, auch im Archiv. Teile von Wörtern und andere Schreibweisen finden wir mit.',
  popular: 'Im Fokus',
  suggestions: 'Vorschläge',
  suggestionCount: (count: number) => (count === 1 ? '1 Vorschlag' : `${count} Vorschläge`),
  kinds: { topic: 'Dossier', tag: 'Thema', section: 'Ressort', author: 'Redaktion', article: 'Artikel' },
} as const
