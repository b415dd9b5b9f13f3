/**
 * The room of the discussion under an article: a heading and nothing else until it is near or pressed. Kept small, because
 * every article carries it.
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
/** Who came for the discussion has it fetched beside the scripts of the page. */
let early: Asked | null = typeof location !== 'undefined' && isWanted() ? openEarly() : null

function openEarly(): Asked {
  const id = /\d*$/.exec(location.pathname)![0]
  const asked = askForComments(id)
  const room = import('./DiscussionRoom.lazy.tsx').then((loaded) => loaded.openRoom(asked))
  // It is asked for again where it is to be drawn.
  room.catch(() => {})
  return { id, room }
}

/** `discussion`: null where nobody writes anything. */
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
  /** Asked for where the reader gave the sign: while a finger lies on the screen, a browser lets nothing else begin. */
  const asked = useRef<Asked | null>(null)
  const [isNear, setNear] = useState(false)
  /** `none`: it could not be loaded; the page of the comments is offered instead. */
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
        // Before it is drawn: already what it begins with may be higher than the place that was kept.
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
    // A pointer rests on the link, a finger lies on it, or the keyboard has come to it, a tenth of a second before it is pressed.
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

/** Closed, and nothing was said. */
function isSilent({ comments, reviews }: DiscussionData): boolean {
  return reviews === null && (comments === null || (comments.mode === 'closed' && comments.count === 0))
}
