/** The two podcasts of the demo; the episodes are in `media/episodes.ts`. */
import type { DemoCode } from './codes.ts'
import { EPISODES, type Episode, type PodcastKey } from './media/episodes.ts'

export type DemoPodcast = {
  id: string
  key: PodcastKey
  title: string
  description: string
  /** Key in `pictures/catalogue.ts`. */
  picture: string
  publications: readonly DemoCode[]
  /** Newest first. */
  episodes: readonly (Episode & { id: string; hoursAgo: number; picture: string })[]
}

/** One picture an episode, by its key. */
const EPISODE_PICTURES: Readonly<Record<string, string>> = {
  'auengespraech-1-weihnachtsmarkt': 'weihnachtsmarkt-auenburg-daemmerung',
  'auengespraech-2-strassenbahn': 'strassenbau-nacht',
  'auengespraech-3-hochwasser': 'aue-nebel',
  'auengespraech-4-windkraft': 'huegelland-morgen',
  'hafenlicht-1-leuchtturm': 'leuchtturm-nacht',
  'hafenlicht-2-faehre': 'faehre-hafenrode-abend',
  'hafenlicht-3-kran': 'hafen-hafenrode-tag',
  'hafenlicht-4-nebelhorn': 'hafen-hafenrode-nebel',
}

const DAY = 24

function toEpisodes(
  key: PodcastKey,
  firstId: number,
  fallbackPicture: string,
  hoursAgo: readonly number[],
): DemoPodcast['episodes'] {
  return EPISODES.filter(({ podcast }) => podcast === key)
    .map((episode, index) => ({
      ...episode,
      id: String(firstId + index),
      picture: EPISODE_PICTURES[episode.key] ?? fallbackPicture,
    }))
    .toReversed()
    .map((episode, index) => ({ ...episode, hoursAgo: hoursAgo[index] ?? (index + 1) * 14 * DAY }))
}

export const PODCASTS: readonly DemoPodcast[] = [
  {
    id: '501',
    key: 'auengespraech',
    title: 'Auengespräch',
    description:
      'Eine Frage, ein Gast, eine Minute: Zweimal in der Woche spricht unsere Redaktion mit jemandem, der es wissen muss, auf dem Markt, am Pegel, unter dem Windrad. Zum Hören auf dem Weg zur Haltestelle.',
    picture: 'podcast-auengespraech',
    publications: ['ak', 'fb', 'ht', 'la'],
    episodes: toEpisodes('auengespraech', 511, 'podcast-auengespraech', [26, 4 * DAY, 8 * DAY, 11 * DAY]),
  },
  {
    id: '502',
    key: 'hafenlicht',
    title: 'Hafenlicht',
    description:
      'Geschichten von der Unteren Aue: von Wärtern, Lotsen, Kränen und einem Hund, der ohne Fahrschein übersetzt. Alle zwei Wochen bei Einbruch der Dunkelheit, gesammelt von Henrik Petersen.',
    picture: 'podcast-hafenlicht',
    publications: ['fb', 'ak', 'ht'],
    episodes: toEpisodes('hafenlicht', 521, 'podcast-hafenlicht', [46, 16 * DAY, 30 * DAY, 44 * DAY]),
  },
]
