/**
 * Updates a live report in place: new entries appear without moving the text being read, a button leads to the newest,
 * and a returning reader sees where they left off. Loaded with live reports only.
 */
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Article, ContentItem } from '@lokalteil/contracts/content'
import { listNewEntries, toRevision } from '@lokalteil/domain/reading/live-changes'
import { liveTexts } from '../../messages/reading/live.ts'
import { Icon } from '../../ui/Icon.tsx'
import { followLive, type LiveState } from './follow-live.ts'
import { readLiveSeen, saveLiveSeen } from './live-seen.ts'
import css from './LiveBar.module.css'

type LiveBarProps = {
  article: Pick<Article, 'id' | 'contentRestriction' | 'updateDate' | 'wordCount' | 'title'>
  items: readonly ContentItem[]
  onItems: (items: readonly ContentItem[]) => void
  /** Whether this device may remember read entries. */
  isRecorded: () => boolean
  /** The text of a paid report; null: the reader has no access. */
  askForBody: () => Promise<readonly ContentItem[] | null>
}

export function LiveBar({ article, items, onItems, isRecorded, askForBody }: LiveBarProps) {
  const [state, setState] = useState<LiveState>('on')
  const [fresh, setFresh] = useState<readonly string[]>([])
  const shown = useRef(items)
  const hold = useRef<{ id: string; top: number } | null>(null)
  const { id } = article
  const begin = useEffectEvent(() => {
    const { contentRestriction, updateDate, wordCount, title } = article
    const remember = () => isRecorded() && saveLiveSeen(id, toNewestTime(shown.current))
    markSeen(shown.current, readLiveSeen(id))
    remember()
    return followLive({
      id,
      items: shown.current,
      paidRevision: contentRestriction === 'free' ? null : toRevision([updateDate, wordCount, title]),
      askForBody,
      onItems: (next) => {
        const before = shown.current
        hold.current = findHeld(before)
        shown.current = next
        setFresh((known) => [...listNewEntries(before, next), ...known])
        remember()
        onItems(next)
      },
      onGone: () => location.reload(),
      onState: setState,
    })
  })
  useEffect(() => begin(), [id])

  useLayoutEffect(() => {
    for (const entry of fresh) document.getElementById(entry)?.setAttribute('data-new', '')
    keepInPlace(hold.current)
    hold.current = null
  }, [items, fresh])

  useEffect(() => {
    if (fresh.length === 0) return
    const onScroll = () => {
      const newest = document.getElementById(fresh[0]!)
      if (newest !== null && newest.getBoundingClientRect().top >= 0) setFresh([])
    }
    onScroll()
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  }, [fresh])

  return (
    <>
      <p className={css.state} data-state={state}>
        {state === 'on' ? liveTexts.on : state === 'asking' ? liveTexts.asking : liveTexts.off}
      </p>
      <p className="visually-hidden" role="status">
        {fresh.length > 0 && liveTexts.announced(toHeadline(items, fresh[0]!))}
      </p>
      {fresh.length > 0 && (
        <button type="button" className={css.newest} onClick={() => showEntry(fresh[0]!)}>
          <Icon name="arrow-up" size="1.1em" /> {liveTexts.newest(fresh.length)}
        </button>
      )}
    </>
  )
}

type LiveEntry = Extract<ContentItem, { type: 'liveEntry' }>
const toEntries = (items: readonly ContentItem[]): LiveEntry[] => items.filter((item) => item.type === 'liveEntry')

function toNewestTime(items: readonly ContentItem[]): string {
  return toEntries(items).reduce((newest, { time }) => (time > newest ? time : newest), '')
}

function toHeadline(items: readonly ContentItem[], id: string): string {
  const entry = toEntries(items).find((one) => one.id === id)
  return entry === undefined ? '' : entry.headline === '' ? entry.label : entry.headline
}

/** Draws a line above the first entry that existed at the last visit, if others have come since. */
function markSeen(items: readonly ContentItem[], seen: string | null): void {
  const entries = toEntries(items).filter(({ isPinned }) => isPinned !== true)
  const index = seen === null ? -1 : entries.findIndex(({ time }) => time <= seen)
  if (index > 0) document.getElementById(entries[index]!.id)?.setAttribute('data-seen-from', liveTexts.since)
}

/** The first entry in view and its position. */
function findHeld(items: readonly ContentItem[]): { id: string; top: number } | null {
  if (window.scrollY === 0) return null
  for (const { id } of toEntries(items)) {
    const box = document.getElementById(id)?.getBoundingClientRect()
    if (box !== undefined && box.bottom > 0) return { id, top: box.top }
  }
  return null
}

/** Browsers with scroll anchoring have kept the position themselves. */
function keepInPlace(held: { id: string; top: number } | null): void {
  if (held === null || CSS.supports('overflow-anchor', 'auto')) return
  const box = document.getElementById(held.id)?.getBoundingClientRect()
  if (box !== undefined) window.scrollBy({ top: box.top - held.top, behavior: 'instant' })
}

function showEntry(id: string): void {
  const entry = document.getElementById(id)
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  entry?.scrollIntoView({ block: 'start', behavior: isStill ? 'instant' : 'smooth' })
  entry?.setAttribute('tabindex', '-1')
  entry?.focus({ preventScroll: true })
}
