/** Metadata of a section or a tag: description, feed, neighbouring pages, breadcrumb. */
import type { ToMeta, PageMeta } from '../../page/page.ts'
import { preloadTeaserPicture } from '../../features/teaser/TeaserPicture.tsx'
import { listTexts } from '../../messages/reading/lists.ts'
import { toBreadcrumbList } from '../structured-data.ts'
import { toCollectionPage, toNeighbours } from '../structured-lists.ts'
import { toChannelPath, type ChannelData } from './ChannelPage.tsx'

export const meta: ToMeta<ChannelData, 'channel' | 'tag'> = (data, _route, { publication, origin }): PageMeta => {
  const base = toChannelPath(data, 1)
  const isSection = data.kind === 'channel'
  const name = isSection ? data.displayName : data.tag.displayName
  const described = isSection ? data.description : ''
  const trail = isSection
    ? data.breadcrumb.map((section) => ({ label: section.displayName, path: `/${section.path}` }))
    : [...data.ancestors, data.tag].map((tag) => ({ label: tag.displayName, path: tag.fullPath }))
  const lead = isSection ? data.blocks.find((block) => block.kind === 'lead') : undefined
  const picture = lead?.kind === 'lead' ? lead.teaser.img : null
  return {
    description: described === '' ? listTexts.tagDescription(name, publication.name) : `${name}: ${described}`,
    picture,
    preload: preloadTeaserPicture(picture, 'lead'),
    section: isSection ? name : undefined,
    feeds: [
      { title: publication.name, path: '/rss' },
      { title: name, path: isSection ? `/rss${base}` : `/rss/tag${base}` },
    ],
    ...toNeighbours(base, data.page, data.pages, origin),
    jsonLd: [
      toCollectionPage(
        { name, description: described, path: toChannelPath(data), teasers: listShown(data) },
        publication,
        origin,
      ),
      toBreadcrumbList(trail, origin),
    ],
  }
}

function listShown(data: ChannelData): ChannelData['teasers'] {
  if (data.kind === 'tag') return data.teasers
  const inBlocks = data.blocks.flatMap((block) => [
    ...(block.kind === 'lead' ? [block.teaser, ...block.related] : []),
    ...('teasers' in block ? block.teasers : []),
  ])
  return [...inBlocks, ...data.teasers]
}
