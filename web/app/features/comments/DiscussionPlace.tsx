/**
 * The place of the discussion under an article: only a heading until it is near or clicked. Small, because every
 * article includes it.
 */
import { useEffect, useRef, useState } from 'react'
import type { Discussion as DiscussionData } from '@lokalteil/contracts/community'
import { discussionTexts as texts } from '../../messages/community/discussion-place.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { RoomProps } from './DiscussionRoom.lazy.tsx'
import { askForComments } from './first-comments.ts'
import { loadRoom } from './load-room.ts'
import css from './DiscussionPlace.module.css'

type Room = Awaited<ReturnType<typeof loadRoom>>
const isWanted = () => /^#kommentar/.test(location.hash)
type Asked = { id: string; room: Promise<Room> }
/** Prefetched in parallel with the page's scripts if the address leads to the discussion. */
let early: Asked | null = typeof location !== 'undefined' && isWanted() ? openEarly() : null

function openEarly(): Asked {
  const id = /\d*$/.exec(location.pathname)![0]
  const asked = askForComments(id)
  const room = import('./DiscussionRoom.lazy.tsx').then((loaded) => loaded.openRoom(asked))
  // A failed load is repeated where it is drawn.
  room.catch(() => {})
  return { id, room }
}

/** `discussion`: null if the article has no discussion. */
type PlaceProps = Pick<RoomProps, 'article'> & { discussion: RoomProps['discussion'] | null }

export function DiscussionLink({
  discussion,
  className,
}: {
  discussion: PlaceProps['discussion']
  className: string | undefined
}) {
  const count = discussion?.comments?.count ?? 0
  if (discussion === null || (discussion !== undefined && isSilent(discussion))) return null
  return (
    <a href="#kommentare" className={`${className} ${css.link}`} title={texts.action}>
      <Icon name="message" size="1.2em" /> <span>{texts.action}</span>{' '}
      {count > 0 && (
        <span className={css.count} data-count="">
          {count}
        </span>
      )}
    </a>
  )
}

export function DiscussionPlace({ article, discussion }: PlaceProps) {
  const { id } = article
  const place = useRef<HTMLElement>(null)
  /** The load that an early sign started: while a finger is on the screen, a browser starts no other request. */
  const asked = useRef<Asked | null>(null)
  const [isNear, setNear] = useState(false)
  /** `none`: loading failed; a link to the page of comments is shown. */
  const [room, setRoom] = useState<Room | 'none' | null>(null)
  useEffect(() => {
    if (!isNear) return
    let letGo: (() => void) | null = () => {}
    const ahead = asked.current ?? early
    asked.current = early = null
    const loading = ahead?.id === id ? ahead.room.catch(() => loadRoom(id)) : loadRoom(id)
    loading.then(
      (loaded) => {
        if (letGo === null) return
        // Must run before it is drawn, because even its beginning may be higher than the reserved space.
        if (place.current !== null) letGo = loaded.holdHeight(place.current)
        setRoom(loaded)
      },
      () => letGo !== null && setRoom('none'),
    )
    return () => {
      letGo?.()
      letGo = null
    }
  }, [isNear, id])
  useEffect(() => {
    if (isNear) return
    if (isWanted()) return setNear(true)
    const press = () => isWanted() && setNear(true)
    const point = ({ target }: Event) => {
      if ((target as Element).closest('[href="#kommentare"]') === null) return
      asked.current ??= { id, room: loadRoom(id) }
      setNear(true)
    }
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: '600px',
    })
    if (place.current !== null) observer.observe(place.current)
    addEventListener('hashchange', press)
    // Preloads when a pointer rests on the link, a finger touches it or it gets the focus, about 0.1 s before the
    // click.
    const signs = ['pointerover', 'focusin']
    for (const sign of signs) addEventListener(sign, point)
    return () => {
      observer.disconnect()
      removeEventListener('hashchange', press)
      for (const sign of signs) removeEventListener(sign, point)
    }
  }, [isNear, id])
  if (discussion === null || (discussion !== undefined && isSilent(discussion))) return null
  return (
    <section ref={place} id="kommentare" className={`page ${css.place}`} aria-label={texts.action}>
      {room === null ? (
        <noscript>
          <a href={`/kommentare/${id}`}>{texts.noScript}</a>
        </noscript>
      ) : room === 'none' ? (
        <a href={`/kommentare/${id}`}>{texts.noScript}</a>
      ) : (
        <room.DiscussionRoom article={article} discussion={discussion} first={room.first} />
      )}
    </section>
  )
}

/** Closed and without any comment. */
function isSilent({ comments, reviews }: DiscussionData): boolean {
  return reviews === null && (comments === null || (comments.mode === 'closed' && comments.count === 0))
}
