/** The real page with the draft, in a frame of the reader's width, drawn smaller if it must; a click selects a block. */
import { useEffect, useMemo, useRef, useState } from 'react'
import type { CallOf } from '@lokalteil/contracts/kernel/endpoint'
import type { OfficeFront } from '@lokalteil/contracts/office/fronts'
import type { OFFICE_PREVIEWS } from '@lokalteil/contracts/office/previews'
import { PREVIEW } from '../../messages/article.ts'
import { FRONT_PREVIEW } from '../../messages/fronts.ts'
import { keyOf, type Slot } from '../../kit/front-edits.ts'
import { useDesk, wordsOf } from '../../kit/office.tsx'
import { Button, Choice, Fault } from '../../kit/parts.tsx'
import css from './fronts.module.css'

type Order = CallOf<(typeof OFFICE_PREVIEWS)['makeFrontPreview']>['body']

const READERS = ['anonymous', 'subscriber'] as const
const DEVICES = ['desktop', 'mobile'] as const
const WIDTHS = { desktop: 1280, mobile: 390 } as const
/** As `place` of a slot counts. */
const SECTIONS = 'section[data-kind]:not([data-kind=extension])'

export function FrontPreview({
  code,
  front,
  chosen,
  onChoose,
}: {
  code: string
  front: OfficeFront
  chosen: string | null
  /** A block, and the article in it that was clicked. */
  onChoose: (slot: Slot, article?: string) => void
}) {
  const ask = useDesk(code)
  const [reader, setReader] = useState<(typeof READERS)[number]>('anonymous')
  const [device, setDevice] = useState<(typeof DEVICES)[number]>(() =>
    window.matchMedia('(min-width: 110rem)').matches ? 'desktop' : 'mobile',
  )
  const [tries, setTries] = useState(0)
  const [fault, setFault] = useState<string | null>(null)
  /** The page that is shown, and behind it the one that loads. */
  const [urls, setUrls] = useState<readonly string[]>([])
  const { path, edits, slots } = front
  // Made anew when the page would be another, not with every answer.
  const order = useMemo(() => JSON.stringify({ front: path, edits, reader, device }), [path, edits, reader, device])
  const shows = useMemo(() => slots.map(({ articles }) => articles.map(({ id }) => id).join()).join(';'), [slots])
  useEffect(() => {
    let isOver = false
    ask('makeFrontPreview', { body: JSON.parse(order) as Order }).then(
      ({ url }) => {
        if (isOver) return
        setFault(null)
        setUrls((before) => [...before.slice(0, 1), url])
      },
      (error: unknown) => {
        if (!isOver) setFault(wordsOf(error) ?? FRONT_PREVIEW.failed)
      },
    )
    return () => {
      isOver = true
    }
  }, [ask, order, shows, tries])

  const place = slots.find(({ name }) => keyOf(name) === chosen)?.place ?? null
  const frames = useRef(new Map<string, HTMLIFrameElement>())
  /** The latest props, for events of the page that come after the render. */
  const latest = useRef({ slots, onChoose, place, shown: urls[0] ?? '' })
  useEffect(() => {
    latest.current = { slots, onChoose, place, shown: urls[0] ?? '' }
  })
  /** The block that was chosen in the page, which stands where it should. */
  const chosenThere = useRef<string | null>(null)
  useEffect(() => {
    const frame = frames.current.get(latest.current.shown)
    if (frame !== undefined) mark(frame, latest.current.place, chosenThere.current !== chosen)
    chosenThere.current = null
  }, [chosen])

  const onClick = (frame: HTMLIFrameElement, event: MouseEvent) => {
    // Nothing leads out of the preview.
    event.preventDefault()
    const section = (event.target as Element | null)?.closest<HTMLElement>(SECTIONS) ?? null
    const at = section === null ? null : sectionsOf(frame).indexOf(section)
    const slot = latest.current.slots.find((one) => one.place !== null && one.place === at)
    if (slot === undefined) return
    chosenThere.current = keyOf(slot.name)
    latest.current.onChoose(slot, (event.target as Element).closest<HTMLElement>('[data-document]')?.dataset.document)
  }
  /** The page that comes stands where the one before stood, and takes its place. */
  const onLoad = (url: string, frame: HTMLIFrameElement) => {
    const before = latest.current.shown === url ? undefined : frames.current.get(latest.current.shown)
    frame.contentWindow?.scrollTo(0, before?.contentWindow?.scrollY ?? 0)
    frame.contentDocument?.addEventListener('click', (event) => onClick(frame, event), true)
    mark(frame, latest.current.place, false)
    setUrls((now) => (now.includes(url) ? [url, ...now.slice(now.indexOf(url) + 1)] : now))
  }

  const { ref, scale } = useScale(WIDTHS[device])
  return (
    <section className={css.preview} aria-label={FRONT_PREVIEW.title}>
      <div className={css.previewHead}>
        <Choice
          label={PREVIEW.device}
          isHidden
          value={device}
          options={DEVICES.map((one) => [one, PREVIEW.devices[one]] as const)}
          onChange={setDevice}
        />
        <Choice
          label={PREVIEW.reader}
          isHidden
          value={reader}
          options={READERS.map((one) => [one, PREVIEW.readers[one]] as const)}
          onChange={setReader}
        />
        <Button onClick={() => setTries(tries + 1)}>{PREVIEW.again}</Button>
      </div>
      <Fault>{fault}</Fault>
      <div ref={ref} className={css.page}>
        {urls.map((url, index) => (
          <iframe
            key={url}
            ref={(frame) => {
              if (frame === null) frames.current.delete(url)
              else frames.current.set(url, frame)
            }}
            src={url}
            sandbox="allow-same-origin"
            title={FRONT_PREVIEW.frame}
            data-waiting={index > 0 || undefined}
            style={{ width: WIDTHS[device], height: `${100 / scale}%`, transform: `scale(${scale})` }}
            onLoad={(event) => onLoad(url, event.currentTarget)}
          />
        ))}
      </div>
    </section>
  )
}

function sectionsOf(frame: HTMLIFrameElement): HTMLElement[] {
  return [...(frame.contentDocument?.querySelectorAll<HTMLElement>(SECTIONS) ?? [])]
}

/** Outlines the chosen block. */
function mark(frame: HTMLIFrameElement, place: number | null, scrolls: boolean): void {
  for (const [index, section] of sectionsOf(frame).entries()) {
    const isChosen = index === place
    section.style.outline = isChosen ? '3px solid #1c4f7c' : ''
    section.style.outlineOffset = isChosen ? '4px' : ''
    if (isChosen && scrolls) section.scrollIntoView({ block: 'center' })
  }
}

/** How much smaller the page is drawn, so that all of its width is seen. */
function useScale(width: number) {
  const ref = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(width)
  useEffect(() => {
    const place = ref.current
    if (place === null) return
    const observer = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? 0))
    observer.observe(place)
    return () => observer.disconnect()
  }, [])
  return { ref, scale: room === 0 ? 1 : Math.min(1, room / width) }
}
