/** Texts of rare parts in articles: score boards, recordings, documents. */
import { formatBytes } from '@lokalteil/domain/german-numbers'

export const articleInsertTexts = {
  reading: 'Der Artikel zum Anhören',
  foreignAudio: 'Diese Aufnahme liegt an anderer Stelle. Sie wird erst geladen, wenn Sie dem Link folgen.',
  foreignAudioLink: 'Aufnahme anhören',
  pdf: (bytes: number) => `PDF, ${formatBytes(bytes)}`,
  match: 'Ergebnis',
  course: 'Spielverlauf',
  score: (home: number, away: number) => `${home}:${away}`,
  halfTime: (home: number, away: number) => `Halbzeit\u00a0${home}:${away}`,
  goals: 'Torfolge',
  when: (minute: string, note: string | undefined) => {
    const parts = [minute, note ?? ''].filter((part) => part !== '')
    return parts.length === 0 ? '' : `(${parts.join(', ')})`
  },
} as const
