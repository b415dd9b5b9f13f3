/**
 * Where data is saved, a tap on a waiting picture fetches it; the link over it stays for the next tap. The worker keeps what
 * was fetched, so it is asked for once. For the keyboard all pictures of a page come at once (`loadPictures`).
 */
import { portalClient } from '../../page/portal-client.ts'
import { WAITING_PICTURE, writeSaveData } from './edition-cache.ts'

/** Another address to the browser, which would show the picture that waits again; the same one to the worker. */
const SHOWN = '#gezeigt'

/** For who saves data. */
export function startTapPictures(): void {
  document.addEventListener('click', onTap, true)
}

function onTap(event: MouseEvent): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.detail === 0) return
  const picture = findWaiting(event)
  if (picture === undefined) return
  event.preventDefault()
  event.stopPropagation()
  void load(picture)
}

/** All of the page that wait. Says how many there were. */
export async function loadPictures(): Promise<number> {
  const pictures = [...document.images].filter(isWaiting)
  await Promise.all(pictures.map(load))
  return pictures.length
}

export async function changeSaveData(isOn: boolean): Promise<void> {
  if (isOn) startTapPictures()
  else document.removeEventListener('click', onTap, true)
  await writeSaveData(isOn)
  const registration = await navigator.serviceWorker.getRegistration()
  registration?.active?.postMessage({ kind: 'save-data', isOn })
}

/** A link may cover a whole card: what counts is the place that was tapped. */
function findWaiting({ target, clientX, clientY }: MouseEvent): HTMLImageElement | undefined {
  if (!(target instanceof Element)) return undefined
  const around = target.closest('[data-document]') ?? target.closest('figure') ?? target.closest('a') ?? target
  return [...around.querySelectorAll('img'), ...(target instanceof HTMLImageElement ? [target] : [])].find(
    (picture) => {
      if (!isWaiting(picture)) return false
      const { left, right, top, bottom } = picture.getBoundingClientRect()
      return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
    },
  )
}

function isWaiting({ naturalWidth, naturalHeight }: HTMLImageElement): boolean {
  const { width, height } = WAITING_PICTURE
  return naturalHeight > 0 && Math.abs(naturalWidth / naturalHeight - width / height) < 0.035
}

async function load(picture: HTMLImageElement): Promise<void> {
  const address = picture.currentSrc.split('#')[0]!
  picture.style.opacity = '0.5'
  const answer = await portalClient.exchange(address, { credentials: 'same-origin' }, (response) => response.blob())
  picture.style.opacity = ''
  // No connection: it goes on waiting.
  if (answer.kind !== 'ok') return
  for (const source of picture.closest('picture')?.querySelectorAll('source') ?? []) source.remove()
  picture.removeAttribute('srcset')
  picture.src = address + SHOWN
}
