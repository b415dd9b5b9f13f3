/** The blocks of home and of section fronts. Each kind has its own layout; no two neighbours are of the same kind. */
import { Fragment, memo, type ComponentType, type CSSProperties } from 'react'
import type { Block } from '@lokalteil/contracts/content'
import { formatAge } from '@lokalteil/domain/german'
import { useMoment } from '../../page/portal.ts'
import { pictureSources } from '../../page/picture-sources.ts'
import { AdPlace } from '../../features/advertising/AdPlace.tsx'
import { Teaser } from '../../features/teaser/Teaser.tsx'
import { markBare, needsFallback } from '../../features/teaser/TeaserPicture.tsx'
import { blockTexts } from '../../messages/reading/blocks.ts'
import { teaserTexts } from '../../messages/reading/teaser.ts'
import { Figure } from '../../ui/Figure.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { isIconName } from './known-icons.ts'
import { BookmarkableTeaser } from './BookmarkableTeaser.tsx'
import { ExtensionBlock } from './ExtensionBlock.tsx'
import { groupByDay } from '../lists/group-by-day.ts'
import { SectionHeader } from './SectionHeader.tsx'
import css from './Blocks.module.css'

export function Blocks({
  blocks,
  hasSectionLabels = false,
  section = '',
}: {
  blocks: readonly Block[]
  hasSectionLabels?: boolean
  /** Path of the section whose front it is. */
  section?: string
}) {
  return (
    <div className={css.blocks}>
      {blocks.map((block, index) => (
        <BlockView
          key={`${block.kind}-${index}`}
          block={block}
          isFirst={index === 0}
          isBelowLead={blocks[index - 1]?.kind === 'lead'}
          // Below a section's own heading its name would be repeated.
          showSection={hasSectionLabels && !('target' in block && block.target !== '')}
          section={section}
        />
      ))}
    </div>
  )
}

type MemberWith<Kind, Member> = Member extends { kind: string } ? (Kind extends Member['kind'] ? Member : never) : never
type BlockOf<Kind extends Block['kind']> = MemberWith<Kind, Block>
type BlockProps<Kind extends Block['kind'] = Block['kind']> = {
  block: BlockOf<Kind>
  isFirst: boolean
  isBelowLead: boolean
  showSection: boolean
  section: string
}

function LeadBlock({ block, isFirst, showSection }: BlockProps<'lead'>) {
  return (
    <section className={`page ${css.lead}`} data-kind="lead">
      <BookmarkableTeaser
        teaser={block.teaser}
        size="lead"
        heading="h2"
        isPriority={isFirst}
        showSection={showSection}
      />
      {block.related.length > 0 && (
        <div className={css.related} style={countEntries(block.related)} {...markBare(block.related)}>
          {block.related.map((teaser) => (
            <BookmarkableTeaser
              key={teaser.documentId}
              teaser={teaser}
              size="row"
              hiddenAttributes={['desc']}
              showSection={showSection}
            />
          ))}
        </div>
      )}
    </section>
  )
}

/** The style sheet makes at most one column for each. */
const countEntries = (entries: readonly unknown[]) => ({ '--entries': entries.length }) as CSSProperties

const GRID_SIZES: { readonly [Kind in Block['kind']]?: 'large' | 'medium' } = { twoUp: 'large', threeUp: 'medium' }

/** On a phone it is drawn as rows below the lead, which stays the largest; further down its first teaser is large. */
function GridBlock({ block, isBelowLead, showSection }: BlockProps<'twoUp' | 'threeUp' | 'fourUp' | 'testReports'>) {
  const isOfTests = block.kind === 'testReports'
  const hasFallback = needsFallback(block.teasers)
  return (
    <section className="page" data-kind={block.kind}>
      <SectionHeader title={block.title} target={block.target} />
      <div className={css.grid}>
        {block.teasers.map((teaser, index) => (
          <BookmarkableTeaser
            key={teaser.documentId}
            teaser={teaser}
            size={GRID_SIZES[block.kind] ?? 'small'}
            isRowOnPhone={isBelowLead || index > 0}
            hasFallback={hasFallback}
            hiddenAttributes={isOfTests ? ['desc'] : undefined}
            showSection={showSection && !isOfTests}
          />
        ))}
      </div>
    </section>
  )
}

function ListBlock({ block, showSection }: BlockProps<'list'>) {
  return (
    <section className="page" data-kind="list">
      <SectionHeader title={block.title} target={block.target} />
      <div className={css.list} {...markBare(block.teasers)}>
        {block.teasers.map((teaser) => (
          <BookmarkableTeaser key={teaser.documentId} teaser={teaser} size="row" showSection={showSection} />
        ))}
      </div>
    </section>
  )
}

function FeatureBlock({ block, showSection }: BlockProps<'feature'>) {
  const [first, ...rest] = block.teasers
  if (first === undefined) return null
  return (
    <section className="page" data-kind="feature">
      <SectionHeader title={block.title} target={block.target} />
      <div className={css.feature}>
        <BookmarkableTeaser teaser={first} size="large" showSection={showSection} />
        <div className={css.featureRest} {...markBare(rest)}>
          {rest.map((teaser) => (
            <BookmarkableTeaser key={teaser.documentId} teaser={teaser} size="row" hiddenAttributes={['desc']} />
          ))}
        </div>
      </div>
    </section>
  )
}

function OpinionBlock({ block }: BlockProps<'opinion'>) {
  return (
    <section className={css.wash} data-kind="opinion">
      <div className="page">
        <SectionHeader title={block.title} target={block.target} />
        <div className={css.opinions} style={countEntries(block.teasers)}>
          {block.teasers.map((teaser) => (
            <Teaser key={teaser.documentId} teaser={teaser} size="opinion" />
          ))}
        </div>
      </div>
    </section>
  )
}

/** The day is shown once, above its first article; not for today. */
function TimelineBlock({ block }: BlockProps<'timeline'>) {
  const { now } = useMoment()
  return (
    <section className="page" data-kind="timeline">
      <SectionHeader title={block.title} target={block.target} />
      <div className={css.timeline}>
        {groupByDay(block.teasers, new Date(now)).map(({ key, label, nearness, entries }) => (
          <Fragment key={key}>
            {nearness !== 'today' && (
              <p className={css.day}>
                <time dateTime={key}>{nearness === null ? label : teaserTexts.days[nearness]}</time>
              </p>
            )}
            {entries.map((teaser) => (
              <Teaser key={teaser.documentId} teaser={teaser} size="timeline" />
            ))}
          </Fragment>
        ))}
      </div>
    </section>
  )
}

function RegionBlock({ block }: BlockProps<'region'>) {
  const [first, second, ...rest] = block.teasers
  return (
    <section className={css.regionBand} data-kind="region">
      <div className="page">
        <SectionHeader title={block.title} target={block.target} />
        <ul className={css.places} aria-label={blockTexts.places}>
          {block.places.map((place) => (
            <li key={place.id}>
              <a href={place.target} className={css.place}>
                <Icon name="pin" size="1em" /> {place.label}
              </a>
            </li>
          ))}
        </ul>
        <div className={css.region}>
          {first && <BookmarkableTeaser teaser={first} size="medium" />}
          {second && <BookmarkableTeaser teaser={second} size="medium" isRowOnPhone />}
          <div className={css.regionList}>
            {rest.map((teaser) => (
              <Teaser key={teaser.documentId} teaser={teaser} size="text" />
            ))}
          </div>
        </div>
      </div>
    </section>
  )
}

function MostReadBlock({ block }: BlockProps<'mostRead'>) {
  return (
    <section className="page" data-kind="mostRead">
      <SectionHeader title={block.title} target="" />
      <ol className={css.ranked}>
        {block.teasers.map((teaser, index) => (
          <li key={teaser.documentId}>
            <Teaser teaser={teaser} size="ranked" rank={index + 1} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function VideoBlock({ block }: BlockProps<'video'>) {
  const hasFallback = needsFallback(block.teasers)
  return (
    <section className={css.dark} data-kind="video">
      <div className="page">
        <SectionHeader title={block.title} target="" />
        <div className={css.grid}>
          {block.teasers.map((teaser) => (
            <Teaser
              key={teaser.documentId}
              teaser={teaser}
              size="medium"
              hasFallback={hasFallback}
              hiddenAttributes={['desc']}
            />
          ))}
        </div>
      </div>
    </section>
  )
}

function NewsletterBlock({ block }: BlockProps<'newsletter'>) {
  return (
    <section className="page" data-kind="newsletter">
      <div className={css.newsletter}>
        <Icon name="newsletter" size="2.4rem" />
        <div>
          <h2 className={css.newsletterTitle}>{block.title}</h2>
          <p>{block.text}</p>
        </div>
        <a href={block.target} className={css.button}>
          {blockTexts.newsletterButton}
        </a>
      </div>
    </section>
  )
}

function TopicsBlock({ block }: BlockProps<'topics'>) {
  return (
    <section className="page" data-kind="topics">
      <SectionHeader title={block.title} target="/themen" />
      <ul className={css.topics}>
        {block.topics.map((topic) => (
          <li key={topic.id}>
            <a href={topic.target} className={css.topic}>
              <TopicPicture img={topic.img} />
              <span>{topic.title}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function ServicesBlock({ block }: BlockProps<'services'>) {
  return (
    <section className="page" data-kind="services">
      <SectionHeader title={block.title} target="" />
      <ul className={css.services}>
        {block.links.map((link) => (
          <li key={link.target}>
            <a href={link.target} className={css.service}>
              {isIconName(link.icon) && <Icon name={link.icon} size="1.7rem" />}
              <span>{link.label}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function PodcastBlock({ block }: BlockProps<'podcasts'>) {
  const { now } = useMoment()
  return (
    <section className={css.wash} data-kind="podcasts">
      <div className="page">
        <SectionHeader title={block.title} target={block.target} />
        <ul className={css.episodes} style={countEntries(block.episodes)}>
          {block.episodes.map((episode) => {
            const sources =
              episode.img === null ? null : pictureSources(episode.img, { ratio: '1:1', quality: 75, scale: 'small' })
            return (
              <li key={episode.target}>
                <a href={episode.target} className={css.episode}>
                  {sources && episode.img && (
                    <Figure
                      sources={sources}
                      alt=""
                      sizes="96px"
                      ratio="1 / 1"
                      colour={episode.img.colour}
                      className={css.episodePicture}
                    />
                  )}
                  <span className={css.episodeText}>
                    <span className={css.episodeShow}>{episode.podcastTitle}</span>
                    <span className={css.episodeTitle}>{episode.title}</span>
                    <span className={css.episodeMeta}>
                      <Icon name="play" size="1em" /> {blockTexts.minutes(episode.duration)} ·{' '}
                      {formatAge(new Date(episode.publishDate), new Date(now))}
                    </span>
                  </span>
                </a>
              </li>
            )
          })}
        </ul>
      </div>
    </section>
  )
}

function TopicPicture({ img }: { img: BlockOf<'topics'>['topics'][number]['img'] }) {
  const sources = img === null ? null : pictureSources(img, { ratio: '16:9', quality: 75, scale: 'small' })
  return sources === null || img === null ? (
    <span className={css.topicBlank} />
  ) : (
    <Figure sources={sources} alt="" sizes="(min-width: 62rem) 200px, 45vw" ratio="16 / 9" colour={img.colour} />
  )
}

/** The component of each kind of block. */
const VIEWS: { readonly [Kind in Block['kind']]: ComponentType<BlockProps<Kind>> } = {
  lead: LeadBlock,
  twoUp: GridBlock,
  threeUp: GridBlock,
  fourUp: GridBlock,
  list: ListBlock,
  feature: FeatureBlock,
  opinion: OpinionBlock,
  timeline: TimelineBlock,
  region: RegionBlock,
  mostRead: MostReadBlock,
  video: VideoBlock,
  testReports: GridBlock,
  podcasts: PodcastBlock,
  newsletter: NewsletterBlock,
  topics: TopicsBlock,
  services: ServicesBlock,
  extension: ({ block }) => <ExtensionBlock block={block} />,
  adSlot: ({ block, section }) => <AdPlace name={block.slot} section={section} />,
}

const BlockView = memo(function BlockView<Kind extends Block['kind']>(props: BlockProps<Kind>) {
  const View: ComponentType<BlockProps<Kind>> = VIEWS[props.block.kind as Kind]
  return <View {...props} />
})
