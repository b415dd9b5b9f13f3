// @vitest-environment happy-dom
import axe from 'axe-core'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Picture } from '@lokalteil/contracts/content'
import { Refusal } from '../kit/client.ts'
import { BLOCK_FORMS } from '../messages/block-forms.ts'
import { FAULTS } from '../messages/shell.ts'
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
  const uploadSound = async ({ name }: File) => {
    if (!name.endsWith('.mp3')) throw new Refusal(415, 'NO_SOUND')
    return `/_media/import/ab/${name}`
  }
  const uploadDocument = async ({ name }: File) => {
    if (!name.endsWith('.pdf')) throw new Refusal(415, 'NO_DOCUMENT')
    return { src: `/_media/import/ab/ab/${name.toLowerCase()}`, bytes: 2_345_678 }
  }
  const props = { form: form as Form<unknown>, onApply, onClose, upload, uploadSound, uploadDocument, findArticles }
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

const HEAD = ['Ort', 'Pegel', 'Vorjahr', 'Lage']
const TABLE = {
  head: HEAD,
  rows: [
    ['Tannau', '4,20', '2,10', 'hoch'],
    ['Hafenrode', '2,10', '1,05', 'ruhig'],
  ],
}

describe('a form in the editor', () => {
  it.each([
    ...CLOSED_KINDS.map((kind) => [kind, toClosedForm(kind, null) as Form<unknown>] as const),
    ['picture', toPictureForm(PICTURE) as Form<unknown>] as const,
    ['liveEntry', toLiveForm(ENTRY) as Form<unknown>] as const,
    ['chart', toChartForm(null, ['Ort', 'Pegel']) as Form<unknown>] as const,
    ['drawn chart', toChartForm({ kind: 'bars', unit: 'm', columns: [1] }, HEAD, TABLE) as Form<unknown>] as const,
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

  it('takes a recording and its length; refuses another file with a message', async () => {
    // happy-dom loads no sound.
    const players: HTMLAudioElement[] = []
    const create = document.createElement.bind(document)
    const spy = vi.spyOn(document, 'createElement').mockImplementation((name: string) => {
      const element = create(name)
      if (name === 'audio') players.push(element as HTMLAudioElement)
      return element
    })
    const { place, find, save, onApply } = await draw(toClosedForm('audio', null))
    const field = (name: string) => {
      const label = [...place.querySelectorAll('label')].find(({ textContent }) => textContent === name)!
      return document.getElementById(label.htmlFor) as HTMLInputElement
    }
    const { fields: names } = BLOCK_FORMS
    const file = find<HTMLInputElement>('input[type="file"]')
    await choose(file, 'bild.jpg')
    expect(place.textContent).toContain(`${BLOCK_FORMS.form.soundFailed} ${FAULTS.codes.NO_SOUND}`)
    expect(field(names.src).value).toBe('')
    await choose(file, 'rede.mp3')
    expect(field(names.src).value).toBe('/_media/import/ab/rede.mp3')
    expect(players.map(({ src }) => new URL(src, location.href).pathname)).toEqual(['/_media/import/ab/rede.mp3'])
    await act(async () => {
      Object.defineProperty(players[0]!, 'duration', { value: 62.46 })
      players[0]!.dispatchEvent(new Event('loadedmetadata'))
      await new Promise((resolve) => setTimeout(resolve))
    })
    spy.mockRestore()
    expect(field(names.duration).value).toBe('62,5')
    await type(field(names.title), 'Die Rede')
    await save()
    expect(onApply).toHaveBeenCalledWith({
      type: 'audio',
      src: '/_media/import/ab/rede.mp3',
      mimeType: 'audio/mpeg',
      title: 'Die Rede',
      duration: 62.5,
      voiceLabel: '',
    })
  })

  it('takes a document, with the words of its name as title; another file is refused in words', async () => {
    const { place, find, save, onApply } = await draw(toClosedForm('document', null))
    const file = find<HTMLInputElement>('input[type="file"]')
    const title = find<HTMLInputElement>('input[type="text"]')
    await save()
    expect(place.querySelector('[role="alert"]')!.textContent).toBe(BLOCK_FORMS.form.needed)
    await choose(file, 'plan.html')
    expect(place.textContent).toContain(`${BLOCK_FORMS.form.documentFailed} ${FAULTS.codes.NO_DOCUMENT}`)
    await choose(file, 'Haushalt_2027.pdf')
    expect(title.value).toBe('Haushalt 2027')
    expect(place.textContent).toContain('haushalt_2027.pdf, 2,3\u00a0MB')
    await type(title, 'Der Haushalt')
    await choose(file, 'neu.pdf')
    await save()
    expect(onApply).toHaveBeenCalledWith({
      type: 'document',
      src: '/_media/import/ab/ab/neu.pdf',
      title: 'Der Haushalt',
      bytes: 2_345_678,
    })
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

  it('draws the chart of a table as readers will see it, anew at each choice, or gives the reason without one', async () => {
    const { place, find, press, save, onApply } = await draw(toChartForm(null, HEAD, TABLE))
    const said = () => find('section [role="status"]').textContent
    const bars = () => [...place.querySelectorAll('rect')].map((bar) => bar.getAttribute('width'))
    const chooseKind = (kind: string) =>
      act(async () => {
        const field = find<HTMLSelectElement>('select')
        Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')!.set!.call(field, kind)
        field.dispatchEvent(new Event('change', { bubbles: true }))
      })
    const column = (name: string) =>
      [...place.querySelectorAll('label')].find(({ textContent }) => textContent === name)!.querySelector('input')!
    expect([said(), place.querySelector('svg')]).toEqual([BLOCK_FORMS.form.noChart, null])
    await chooseKind('bars')
    expect([said(), bars()]).toEqual(['', ['80.0%', '40.0%']])
    expect(find('svg').getAttribute('aria-label')).toBe(BLOCK_FORMS.titles.chart)
    expect(find('svg').textContent).toBe('Tannau4,20Hafenrode2,10')
    await press(column('Vorjahr'))
    expect(bars()).toEqual(['80.0%', '40.0%', '40.0%', '20.0%'])
    expect(find('section').textContent).toContain('PegelVorjahr')
    await chooseKind('lines')
    expect([...place.querySelectorAll('polyline')].map((line) => line.getAttribute('points'))).toEqual([
      '0,0.0000 1,0.5000',
      '0,0.5000 1,0.7500',
    ])
    // Words are no numbers.
    await press(column('Lage'))
    expect([said(), place.querySelector('svg')]).toEqual([BLOCK_FORMS.form.cannotChart, null])
    await press(column('Lage'))
    await press(column('Vorjahr'))
    await press(column('Pegel'))
    expect(said()).toBe(BLOCK_FORMS.form.wrongColumns)
    await press(column('Pegel'))
    await save()
    expect(onApply).toHaveBeenCalledWith({ kind: 'lines', unit: '', columns: [1] })
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
