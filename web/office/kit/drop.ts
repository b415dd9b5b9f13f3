import { useEffect, useRef, useState, type RefObject } from 'react'

/** Takes files that are dropped on the place; beside a button, which is there for everybody. */
export function useDrop(place: RefObject<HTMLElement | null>, onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false)
  const latest = useRef(onFiles)
  useEffect(() => {
    latest.current = onFiles
  })
  useEffect(() => {
    const element = place.current
    const ended = new AbortController()
    const { signal } = ended
    const over = (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    }
    const drop = (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      latest.current([...(event.dataTransfer?.files ?? [])])
    }
    element?.addEventListener('dragover', over, { signal })
    element?.addEventListener('dragleave', () => setOver(false), { signal })
    element?.addEventListener('drop', drop, { signal })
    return () => ended.abort()
  }, [place])
  return isOver
}
