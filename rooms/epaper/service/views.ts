/** Maps database rows to the shapes of the contract. */
import type { IssueArticle, IssueCard, IssuePage, IssueState, IssueTeaser, SearchHit } from '../contract/epaper.ts'
import type { EpaperSettings } from './context.ts'
import type { StoredDelivery } from './store/deliveries.ts'
import type { StoredArticle, StoredIssue, StoredPage } from './store/issues.ts'
import type { FoundArticle } from './store/search.ts'

const nameOf = ({ editions }: EpaperSettings, edition: string) =>
  editions.find(({ id }) => id === edition)?.name ?? edition

/** Price in coins: the delivery's own price, else the publication's default; 0 and null: not sold singly. */
function toCoins(settings: EpaperSettings, coins: number | null): number | null {
  const asked = coins ?? settings.coins
  return asked === null || asked === 0 ? null : asked
}

export function toCard(settings: EpaperSettings, issue: StoredIssue): IssueCard {
  return {
    edition: issue.edition,
    editionName: nameOf(settings, issue.edition),
    day: issue.day,
    version: issue.version,
    pageCount: issue.page_count,
    coins: toCoins(settings, issue.coins),
    cover: issue.cover,
    pdfBytes: issue.pdf_bytes,
    appearedAt: issue.appeared_at.toISOString(),
  }
}

export function toTeaser(article: StoredArticle): IssueTeaser {
  const { key, kicker, title, teaser, pages, content_id: contentId } = article
  return { key, kicker, title, teaser, pages, contentId }
}

export function toArticle(
  article: StoredArticle,
  beside: { previous: string | null; next: string | null },
): IssueArticle {
  return {
    ...toTeaser(article),
    author: article.author,
    html: article.html,
    contentPath: article.content_path,
    previous: beside.previous,
    next: beside.next,
  }
}

export function toPage({
  number,
  label,
  section,
  width,
  height,
  images,
  zones,
}: Omit<StoredPage, 'content'>): IssuePage {
  return { number, label, section, width, height, images, zones }
}

export function toHit(settings: EpaperSettings, found: FoundArticle): SearchHit {
  const { edition, day, version, key, kicker, title, teaser, pages, content_id: contentId, snippet } = found
  return {
    edition,
    editionName: nameOf(settings, edition),
    day,
    version,
    coins: toCoins(settings, found.coins),
    article: { key, kicker, title, teaser, pages, contentId },
    snippet,
  }
}

export function toState(
  settings: EpaperSettings,
  id: { edition: string; day: string },
  issue: StoredIssue | null,
  delivery: StoredDelivery | null,
): IssueState {
  return {
    ...id,
    standing: issue === null ? null : toCard(settings, issue),
    delivery:
      delivery === null
        ? null
        : {
            digest: delivery.digest,
            state: delivery.state,
            hasZones: delivery.zones_digest !== '',
            receivedAt: delivery.received_at.toISOString(),
            pageCount: delivery.page_count,
            pagesDrawn: delivery.pages_drawn,
            articles: delivery.articles,
            matched: delivery.matched,
            reason: delivery.state === 'failed' ? (delivery.error ?? '').slice(0, 500) : '',
          },
  }
}
