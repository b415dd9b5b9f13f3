/**
 * Stands in for a recommendation widget. The page calls `window.recommendationWidget.request` with the current article
 * and receives article ids; the page reads titles and pictures from the content API itself. Articles are ranked by
 * shared topics and regions, or newest first if the publisher has switched that off.
 */
;(() => {
  const MOST_CANDIDATES = 40

  const listCandidates = async (path) => {
    const response = await fetch(path, { credentials: 'omit', headers: { accept: 'application/json' } })
    if (!response.ok) throw new Error(`Recommendations: ${response.status}`)
    return (await response.json()).teasers
  }

  const countShared = (teaser, topics) => [...teaser.tagIds, ...teaser.regionIds].filter((id) => topics.has(id)).length

  const request = async ({ articleId, topicIds, exclude, limit, isTopicRankingOff, bucket, contentApi }) => {
    const topics = new Set(topicIds)
    const tags = topicIds.map(encodeURIComponent).join(',')
    const newest = listCandidates(`${contentApi}/v5/newest-articles`)
    const related =
      isTopicRankingOff || tags === ''
        ? []
        : await listCandidates(`${contentApi}/v5/articles?tags=${tags}&limit=${MOST_CANDIDATES}`)
    const seen = new Set([articleId, ...exclude])
    const candidates = [...related, ...(await newest)].filter(
      ({ documentId }) => !seen.has(documentId) && seen.add(documentId),
    )
    const byDate = (a, b) => b.publishDate.localeCompare(a.publishDate)
    const ranked = candidates.sort(
      (a, b) => (isTopicRankingOff ? 0 : countShared(b, topics) - countShared(a, topics)) || byDate(a, b),
    )
    return {
      type: isTopicRankingOff ? 'freshness' : 'topics',
      responseId: `${bucket.toLowerCase()}-${articleId}-${Date.now().toString(36)}`,
      articleIds: ranked.slice(0, limit).map(({ documentId }) => documentId),
    }
  }

  window.recommendationWidget = { request }
  window.__loaded = Object.assign(window.__loaded ?? {}, { recommendations: true })
})()
