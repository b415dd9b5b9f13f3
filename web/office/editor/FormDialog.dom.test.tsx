// @vitest-environment happy-dom
import axe from 'axe-core'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Picture } from '@lokalteil/contracts/content'
import { FormDialog, type Suggestion } from './FormDialog.tsx'
import { CLOSED_KINDS, toChartForm, toClosedForm, toLiveForm, toPictureForm, type Form } from './forms.ts'

;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true

const PICTURE: Picture = {
  baseUrl: '/import/ab/ab.jpg',
  cropVal: '16:9',
  altText: 'Ein Deich',
  width: 1200,
  height: 800,
  credit: 'Lena Vogt',
  caption: 'Der Deich',
  colour: '#aabbcc',
}

const roots: Root[] = []
afterEach(async () => {
  for (const root of roots.splice(0)) await act(async () => root.unmount())
  document.body.replaceChildren()
})

async function draw<T>(form: Form<T>, findArticles: (query: string) => Promise<Suggestion[]> = async () => []) {
  const place = document.body.appendChild(document.createElement('main'))
  const root = createRoot(place)
  roots.push(root)
  const onApply = vi.fn<(value: unknown) => void>()
  const onClose = vi.fn<() => void>()
  const upload = async ({ name }: File) => ({ ...PICTURE, caption: name })
  const props = { form: form as Form<unknown>, onApply, onClose, upload, findArticles }
  await act(async () => root.render(<FormDialog {...props} />))
  const find = <E extends Element = HTMLElement>(selector: string) => place.querySelector<E>(selector)!
  const press = (element: HTMLElement) => act(async () => element.click())
  return { place, find, press, onApply, onClose, save: () => press(find('button[data-main]')) }
}

async function type(field: HTMLInputElement, text: string) {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

async function choose(field: HTMLInputElement, ...names: string[]) {
  await act(async () => {
    const files = names.map((name) => new File(['x'], name, { type: 'image/jpeg' }))
    Object.defineProperty(field, 'files', { configurable: true, value: files })
    field.dispatchEvent(new Event('change', { bubbles: true }))
    await new Promise((resolve) => setTimeout(resolve))
  })
}

const ENTRY = { id: 'e', label: 'x', time: '2026-11-19T13:05:00.000Z', isImportant: false, picture: PICTURE }

describe('a form in the editor', () => {
  it.each([
    ...CLOSED_KINDS.map((kind) => [kind, toClosedForm(kind, null) as Form<unknown>] as const),
    ['picture', toPictureForm(PICTURE) as Form<unknown>] as const,
    ['liveEntry', toLiveForm(ENTRY) as Form<unknown>] as const,
    ['chart', toChartForm(null, ['Ort', 'Pegel']) as Form<unknown>] as const,
  ])('%s has a label at each field and no fault that axe finds', async (_kind, form) => {
    const { place, save, onApply } = await draw(form)
    for (const field of place.querySelectorAll<HTMLInputElement>('input, textarea, select'))
      expect(field.labels?.length ?? 0).toBeGreaterThan(0)
    await save()
    if (onApply.mock.calls.length === 0) expect(place.querySelector('[role="alert"]')!.textContent).not.toBe('')
    const { violations } = await axe.run(place, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  })

  it('takes pictures, in an order that buttons change', async () => {
    const { place, find, press, save, onApply } = await draw(toClosedForm('gallery', null))
    await choose(find<HTMLInputElement>('input[type="file"]'), 'a.jpg', 'b.jpg')
    expect(place.querySelectorAll('li')).toHaveLength(2)
    await press(find('button[aria-label="Eintrag 2: Nach oben"]'))
    await type(find<HTMLInputElement>('li input'), 'Neuer Text')
    await save()
    expect(onApply).toHaveBeenCalledWith(
      expect.objectContaining({
        type: 'gallery',
        pictures: [
          { ...PICTURE, caption: 'Neuer Text' },
          { ...PICTURE, caption: 'a.jpg' },
        ],
      }),
    )
  })

  it('moves the focus of a picture with arrows', async () => {
    const { find, save, onApply } = await draw(toPictureForm(PICTURE))
    const point = find('button[aria-label^="Bildmitte"]')
    const arrow = (key: string, shiftKey = false) =>
      act(
        async () =>
          void point.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true })),
      )
    await arrow('ArrowRight')
    await arrow('ArrowUp', true)
    await save()
    expect(onApply).toHaveBeenCalledWith({ ...PICTURE, focus: { x: 51, y: 40 } })
  })

  it('finds another article by words', async () => {
    const findArticles = vi.fn(async () => [{ id: '4711', name: 'Der Deich hält', detail: 'Lokales' }])
    const { find, press, save, onApply } = await draw(toClosedForm('articleReference', null), findArticles)
    await type(find<HTMLInputElement>('input[type="search"]'), 'deich')
    await act(async () => new Promise((resolve) => setTimeout(resolve, 260)))
    expect(findArticles).toHaveBeenCalledWith('deich')
    await press(find('input[type="radio"]'))
    await save()
    expect(onApply).toHaveBeenCalledWith({ type: 'articleReference', articleId: '4711' })
  })

  it('changes nothing when it is cancelled', async () => {
    const { find, press, onApply, onClose } = await draw(toClosedForm('people', null))
    await press(find('button:not([data-main]):not([aria-label])'))
    await press(
      [...document.querySelectorAll<HTMLElement>('button')].find(({ textContent }) => textContent === 'Abbrechen')!,
    )
    expect(onApply).not.toHaveBeenCalled()
    expect(onClose).toHaveBeenCalledTimes(1)
  })
})
