/**
 * With saved data, a tap on a placeholder loads its picture; the link over it works with the next tap. The worker keeps
 * the picture, so it is fetched once. With the keyboard all pictures of a page are loaded at once (`loadPictures`).
 */
import { portalClient } from '../../page/portal-client.ts'
import { WAITING_PICTURE, writeSaveData } from './edition-cache.ts'

/**
 * Makes the address differ for the browser, which would otherwise show the placeholder from memory; the worker ignores
 * the fragment.
 */
const SHOWN = '#gezeigt'

/** Call it if data is saved. */
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

/** Loads all placeholders of the page; returns their number. */
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

/** A link may cover a whole card, so the position of the tap decides. */
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
  // No connection: the placeholder stays.
  if (answer.kind !== 'ok') return
  for (const source of picture.closest('picture')?.querySelectorAll('source') ?? []) source.remove()
  picture.removeAttribute('srcset')
  picture.src = address + SHOWN
}
