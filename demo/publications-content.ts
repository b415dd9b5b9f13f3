/**
 * The content of the four demo publications in one place, with decisions that belong to no single file: the list of
 * articles, the urgent one, the numbers of reads.
 */
import { DEMO_PUBLICATIONS, type DemoCode } from './codes.ts'
import type { DemoArticle } from './article-notation.ts'
import { ADVENT_ARTICLES } from './articles/advent.ts'
import { AUENBURG_DISTRICTS_ARTICLES } from './articles/auenburg-districts.ts'
import { AUENBURG_ARTICLES } from './articles/auenburg.ts'
import { BLUE_LIGHT_ARTICLES } from './articles/blue-light.ts'
import { CITY_LONG_READS_ARTICLES } from './articles/city-long-reads.ts'
import { CONSUMER_ARTICLES } from './articles/consumer.ts'
import { CULTURE_ARTICLES } from './articles/culture.ts'
import { ECONOMY_ARTICLES } from './articles/economy.ts'
import { FOOTBALL_ARTICLES } from './articles/football.ts'
import { HAFENRODE_ARTICLES } from './articles/hafenrode.ts'
import { HARBOUR_ARTICLES } from './articles/harbour.ts'
import { HILLS_ARTICLES } from './articles/hills.ts'
import { LEISURE_ARTICLES } from './articles/leisure.ts'
import { LIFE_ARTICLES } from './articles/life.ts'
import { LOWER_AUE_ARTICLES } from './articles/lower-aue.ts'
import { MORE_SPORT_ARTICLES } from './articles/more-sport.ts'
import { OPINION_ARTICLES } from './articles/opinion.ts'
import { POLITICS_ARTICLES } from './articles/politics.ts'
import { SCIENCE_ARTICLES } from './articles/science.ts'
import { TANNAU_TALHEIM_ARTICLES } from './articles/tannau-talheim.ts'
import { SECTIONS } from './order.ts'

export const ARTICLES: readonly DemoArticle[] = [
  ...AUENBURG_ARTICLES,
  ...AUENBURG_DISTRICTS_ARTICLES,
  ...CITY_LONG_READS_ARTICLES,
  ...BLUE_LIGHT_ARTICLES,
  ...HARBOUR_ARTICLES,
  ...HAFENRODE_ARTICLES,
  ...LOWER_AUE_ARTICLES,
  ...HILLS_ARTICLES,
  ...TANNAU_TALHEIM_ARTICLES,
  ...POLITICS_ARTICLES,
  ...ECONOMY_ARTICLES,
  ...CONSUMER_ARTICLES,
  ...FOOTBALL_ARTICLES,
  ...MORE_SPORT_ARTICLES,
  ...CULTURE_ARTICLES,
  ...SCIENCE_ARTICLES,
  ...LIFE_ARTICLES,
  ...LEISURE_ARTICLES,
  ...ADVENT_ARTICLES,
  ...OPINION_ARTICLES,
]

/** "Stromausfall in Nordend": breaking news for its first hours. */
export const URGENT_ARTICLE_ID = '10003'

/** The publications that carry an article; its own list has precedence over that of its section. */
export function toPublications(article: Pick<DemoArticle, 'section' | 'publications'>): readonly DemoCode[] {
  const ofSection = SECTIONS.find(({ path }) => path === article.section)?.publications ?? DEMO_PUBLICATIONS
  return article.publications ?? ofSection
}

export function toOwner(article: Pick<DemoArticle, 'section' | 'publications' | 'owner'>): DemoCode {
  const publications = toPublications(article)
  if (article.owner !== undefined && publications.includes(article.owner)) return article.owner
  return publications.includes('ak') ? 'ak' : publications[0]!
}

/**
 * Invented reads of the first two days, the same at every start: a few hundred to some thousands, more for fresh and
 * local articles.
 */
export function toViews(article: Pick<DemoArticle, 'id' | 'hoursAgo' | 'section'>): number {
  if (article.hoursAgo > 48) return 0
  const chance = (Number(article.id) * 2_654_435_761) % 997
  const isLocal = /^(lokales|blaulicht|hafen)/.test(article.section)
  return 120 + chance * (isLocal ? 7 : 3) + Math.round((48 - article.hoursAgo) * 12)
}
