/** The blocks of a text in their order. The content service has sanitised the HTML in paragraphs twice. */
import { Fragment, Suspense, useState, type MouseEvent, type ReactNode } from 'react'
import { lazyPartOrWord } from '../../page/lazy-part.tsx'
import type { Article, ContentItem, Picture } from '@lokalteil/contracts/content'
import { toAspectRatio, toCropRatio } from '@lokalteil/domain/display/breakpoints'
import { formatTime } from '@lokalteil/domain/german'
import { toEmbedVendor } from '@lokalteil/domain/reading/embed-vendor'
import { keepWholeInHtml } from '@lokalteil/domain/reading/no-break'
import { isOwnPath } from '@lokalteil/domain/routing/paths'
import type { PicturePreload } from '../../page/page.ts'
import { useSurroundings } from '../../page/portal.ts'
import { pictureSources } from '../../page/picture-sources.ts'
import { useSession } from '../../browser/session/session.ts'
import { articleTexts, vendorNames } from '../../messages/reading/article.ts'
import { Figure } from '../../ui/Figure.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { ConsentBox } from './ConsentBox.tsx'
import css from './ArticleBody.module.css'

const Lightbox = lazyPartOrWord(() => import('./Lightbox.lazy.tsx'))
const EmbedFrame = lazyPartOrWord(() => import('./EmbedFrame.lazy.tsx'))

type Of<T extends ContentItem['type']> = Extract<ContentItem, { type: T }>

/** Teasers and rare parts belong to other features, so the page passes them in. */
type BodySlots = {
  renderTeaser: (item: Of<'articleTeaser'>) => ReactNode
  /** A recording, a document, or the chart above the table whose data it shows. */
  renderInsert: (item: Of<'audio' | 'document' | 'table'>) => ReactNode
  /** Below the item of this index. */
  renderAfter?: (index: number) => ReactNode
}

/** Stands beside the text on a desktop, below or above it on a phone. */
type AroundText = 'timeline' | 'people' | 'match'
const isAround = (item: ContentItem): item is Of<AroundText> =>
  item.type === 'timeline' || item.type === 'people' || item.type === 'match'

type BodyProps = { items: readonly ContentItem[] } & BodySlots

export function ArticleBody({ items, renderTeaser, renderInsert, renderAfter }: BodyProps) {
  return (
    <div className={css.body} data-body="">
      {items.map((item, index) => (
        <Fragment key={item.type === 'liveEntry' ? item.id : index}>
          {item.type === 'articleTeaser' ? (
            <aside className={css.inset}>{renderTeaser(item)}</aside>
          ) : isAround(item) ? null : item.type === 'audio' || item.type === 'document' ? (
            renderInsert(item)
          ) : (
            <>
              {item.type === 'table' && item.chart && renderInsert(item)}
              <Item item={item} />
            </>
          )}
          {renderAfter?.(index)}
        </Fragment>
      ))}
    </div>
  )
}

/** Long, because it is the markup of all kinds of blocks. */
function Item({ item }: { item: Exclude<ContentItem, { type: AroundText | 'articleTeaser' | 'audio' | 'document' }> }) {
  switch (item.type) {
    case 'paragraph':
      return <p data-paragraph="" dangerouslySetInnerHTML={{ __html: keepWholeInHtml(item.html) }} />
    case 'heading': {
      const Heading = item.level === 2 ? 'h2' : 'h3'
      return (
        <Heading className={css.heading} id={item.anchor}>
          {toLinked(item.text, item.url)}
        </Heading>
      )
    }
    case 'list': {
      const List = item.ordered ? 'ol' : 'ul'
      return (
        <List className={css.list} start={item.start}>
          {item.items.map((html, index) => (
            <li key={index} data-paragraph="" dangerouslySetInnerHTML={{ __html: keepWholeInHtml(html) }} />
          ))}
        </List>
      )
    }
    case 'quote':
      return (
        <figure className={css.quote}>
          <blockquote>{item.paragraphs === undefined ? item.text : toParagraphs(item.paragraphs)}</blockquote>
          {item.attribution !== '' && <figcaption>{toLinked(item.attribution, item.url)}</figcaption>}
        </figure>
      )
    case 'infoBox':
      return (
        <aside className={item.role ? css.points : css.info} aria-label={item.title}>
          <h2 className={css.infoTitle}>{item.title}</h2>
          {item.items.map((inner, index) => (
            <Item key={index} item={inner} />
          ))}
        </aside>
      )
    case 'table':
      return (
        <div
          className={css.tableScroll}
          role="region"
          aria-label={item.caption === '' ? undefined : item.caption}
          tabIndex={0}
        >
          <table className={css.table}>
            {item.caption !== '' && <caption>{item.caption}</caption>}
            {item.head.length > 0 && (
              <thead>
                <tr>
                  {item.head.map((cell, index) => (
                    <th key={index} scope="col" {...toCell(cell, item.cells)} />
                  ))}
                </tr>
              </thead>
            )}
            <tbody>
              {item.rows.map((row, index) => (
                <tr key={index}>
                  {row.map((cell, column) => (
                    <td key={column} {...toCell(cell, item.cells)} />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )
    case 'image':
      return <ArticlePicture picture={item.picture} />
    case 'gallery':
      return <GalleryView title={item.title} pictures={item.pictures} />
    case 'video':
      return <VideoView video={item} />
    case 'embed':
      return <EmbedView embed={item} />
    case 'question':
      return (
        <div className={css.question}>
          <p className={css.ask}>{item.question}</p>
          {toParagraphs(item.answer)}
        </div>
      )
    case 'liveEntry':
      return (
        <section
          className={css.live}
          id={item.id}
          data-important={item.isImportant ? '' : undefined}
          data-pinned={item.isPinned ? '' : undefined}
        >
          <p className={css.liveLabel}>
            <time dateTime={item.time}>
              {item.label === '' ? `${formatTime(new Date(item.time))} Uhr` : item.label}
            </time>
            {item.isPinned && ` · ${articleTexts.pinned}`}
          </p>
          {item.headline !== '' && <h2 className={css.liveTitle}>{item.headline}</h2>}
          {item.picture && <ArticlePicture picture={item.picture} />}
          {toParagraphs(item.paragraphs)}
        </section>
      )
  }
}

function toParagraphs(texts: readonly string[]): ReactNode {
  return texts.map((html, index) => (
    <p key={index} data-paragraph="" dangerouslySetInnerHTML={{ __html: keepWholeInHtml(html) }} />
  ))
}

function toLinked(text: string, url: string | undefined): ReactNode {
  return url === undefined ? text : <a href={url}>{text}</a>
}

function toCell(cell: string, kind: 'html' | undefined) {
  return kind === undefined ? { children: cell } : { dangerouslySetInnerHTML: { __html: cell } }
}

/** The picture below the headline, for preloading; none for a video. */
export function preloadLeadPicture({ img, headerVideo }: Pick<Article, 'img' | 'headerVideo'>): PicturePreload | null {
  const sources = img === null || headerVideo !== null ? null : toLeadSources(img)
  return sources === null ? null : { srcSet: sources.avif, sizes: LEAD_SIZES }
}

function toLeadSources(picture: Picture) {
  return pictureSources(picture, { ratio: toCropRatio(picture.cropVal), quality: 70 })
}

/** A picture with caption and credit; a picture outside the store shows only its colour and caption. */
export function ArticlePicture({ picture, isLead }: { picture: Picture; isLead?: boolean }) {
  const [isEnlarged, setEnlarged] = useState(false)
  const sources = isLead ? toLeadSources(picture) : pictureSources(picture, { ratio: 'original', quality: 70 })
  const shape = isLead ? toCropRatio(picture.cropVal).replace(':', ' / ') : toAspectRatio(picture)
  return (
    <figure className={isLead ? css.leadFigure : css.figure}>
      {sources === null ? (
        <div className={css.missing} style={{ aspectRatio: shape }}>
          <Icon name="gallery" size="2.4rem" />
          <span>{picture.altText}</span>
        </div>
      ) : (
        <Enlarge picture={picture} onOpen={() => setEnlarged(true)}>
          <Figure
            sources={sources}
            alt={picture.altText}
            ratio={shape}
            colour={picture.colour}
            isPriority={isLead}
            sizes={isLead ? LEAD_SIZES : '(min-width: 48rem) 660px, 100vw'}
          />
        </Enlarge>
      )}
      <Caption of={picture} />
      {isEnlarged && (
        <Suspense>
          <Lightbox pictures={[picture]} start={0} onClose={() => setEnlarged(false)} />
        </Suspense>
      )}
    </figure>
  )
}

/** A link to the large picture; with scripts a plain click opens it in a dialog. */
function Enlarge({ picture, onOpen, children }: { picture: Picture; onOpen: () => void; children: ReactNode }) {
  const onClick = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onOpen()
  }
  return (
    <a
      href={pictureSources(picture, { ratio: 'original', quality: 70 })?.share}
      className={css.enlarge}
      onClick={onClick}
      aria-label={`${articleTexts.enlarge}: ${picture.altText}`}
    >
      {children}
    </a>
  )
}

const LEAD_SIZES = '(min-width: 62rem) 860px, 100vw'

function Caption({ of: { caption, credit }, count }: { of: { caption: string; credit: string }; count?: string }) {
  if (caption + credit === '' && count === undefined) return null
  return (
    <figcaption className={css.caption}>
      {count !== undefined && <span className={css.count}>{count} </span>}
      {caption}
      {/* The trailing space keeps a wide blank at the end of the line. */}
      {caption !== '' && '\u2003'}
      {credit !== '' && <span className={css.credit}>{credit}</span>}
    </figcaption>
  )
}

function GalleryView({ title, pictures }: { title: string; pictures: readonly Picture[] }) {
  const [opened, setOpened] = useState<number | null>(null)
  return (
    <section className={css.gallery} aria-label={title}>
      {title !== '' && (
        <h2 className={css.galleryTitle}>
          <Icon name="gallery" /> {title}
        </h2>
      )}
      {/* A scrollable region must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={css.strip} tabIndex={0}>
        {pictures.map((picture, index) => {
          const sources = pictureSources(picture, { ratio: '4:3', quality: 70 })
          return (
            <li key={picture.baseUrl} className={css.stripItem}>
              <figure>
                {sources && (
                  <Enlarge picture={picture} onOpen={() => setOpened(index)}>
                    <Figure
                      sources={sources}
                      alt={picture.altText}
                      ratio="4 / 3"
                      colour={picture.colour}
                      sizes="(min-width: 48rem) 560px, 85vw"
                    />
                  </Enlarge>
                )}
                <Caption of={picture} count={articleTexts.galleryCount(index + 1, pictures.length)} />
              </figure>
            </li>
          )
        })}
      </ul>
      {opened !== null && (
        <Suspense>
          <Lightbox pictures={pictures} start={opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </section>
  )
}

export function VideoView({ video }: { video: Extract<ContentItem, { type: 'video' }> }) {
  // A film on another host is not loaded without consent, and the Content-Security-Policy would forbid it.
  if (!isOwnPath(video.src))
    return <OutsideLink url={video.src} title={video.caption} label={articleTexts.foreignVideoLink} />
  const poster = video.poster === null ? null : pictureSources(video.poster, { ratio: '16:9', quality: 70 })
  return (
    <figure className={css.figure}>
      <video
        className={css.video}
        controls
        playsInline
        preload="none"
        poster={poster?.fallback}
        aria-label={video.caption}
      >
        <source src={video.src} type={video.mimeType} />
        {video.captions?.map(({ src, language, label }, index) => (
          <track
            key={src}
            kind="captions"
            src={src}
            srcLang={language}
            label={label === '' ? articleTexts.captions(language) : label}
            default={index === 0}
          />
        ))}
      </video>
      <Caption of={video} />
    </figure>
  )
}

/** A link to external content, which loads nothing by itself. */
function OutsideLink({ url, title, label }: { url: string; title: string; label: string }) {
  return (
    <p className={css.outside}>
      {title !== '' && <b>{title} </b>}
      <a href={url} target="_blank" rel="noopener">
        {label}
      </a>
    </p>
  )
}

/**
 * Nothing is loaded from the vendor before consent (S1-11); where consent is impossible it is a plain link (S1-03,
 * S1-12).
 */
function EmbedView({ embed }: { embed: Extract<ContentItem, { type: 'embed' }> }) {
  const { publication, app, thirdParties } = useSurroundings()
  const { status, view } = useSession()
  const [isAsked, setAsked] = useState(false)
  const key = toEmbedVendor(embed, thirdParties)
  const vendor = embed.provider ?? vendorNames[embed.vendor] ?? embed.vendor
  if (key === null || publication.isLocalEdition || app.isNativeApp || (view.isPurUser && !view.isPlusUser))
    return <OutsideLink url={embed.url} title={embed.title} label={articleTexts.embedLink(vendor)} />
  const toBox = (canShow: boolean) => (
    <ConsentBox
      title={embed.title}
      vendor={vendor}
      url={embed.url}
      mark={key}
      onShow={canShow ? () => setAsked(true) : null}
    />
  )
  if (status === 'unknown') return toBox(true)
  return (
    <Suspense fallback={toBox(true)}>
      <EmbedFrame vendor={key} url={embed.url} title={embed.title} isAsked={isAsked} toBox={toBox} />
    </Suspense>
  )
}
