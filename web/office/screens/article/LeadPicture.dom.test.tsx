// @vitest-environment happy-dom
import axe from 'axe-core'
import { afterEach, expect, it, vi } from 'vitest'
import type { ArticleDraft } from '@lokalteil/contracts/content/records'
import { click, leaveScreens, render, type, until } from '../../kit/office.testing.tsx'
import { PICTURE } from '../../messages/article.ts'
import { BLOCK_FORMS } from '../../messages/block-forms.ts'
import { LeadPicture } from './LeadPicture.tsx'

type Film = NonNullable<ArticleDraft['headerVideo']>
const FILM: Film = {
  type: 'video',
  src: '/film/deich.m3u8',
  mimeType: 'video/x-own',
  poster: null,
  caption: 'Der Deich von oben',
  credit: 'Lena Vogt',
  duration: 62.5,
  captions: [{ src: '/film/deich.vtt', language: 'de', label: '' }],
}

afterEach(leaveScreens)

async function draw(video: Film | null, isReadOnly = false) {
  const onChange = vi.fn<(part: object) => void>()
  const place = await render(
    <LeadPicture
      picture={null}
      video={video}
      isReadOnly={isReadOnly}
      upload={() => Promise.reject(new Error('no upload'))}
      pick={async () => null}
      onRights={() => {}}
      onChange={onChange}
    />,
  )
  const button = (name: string) => [...place.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  const openForm = async (name: string) => {
    await click(button(name))
    await until(() => expect(place.querySelector('dialog')).not.toBeNull())
    const dialog = place.querySelector('dialog')!
    const field = (label: string) => {
      const found = [...dialog.querySelectorAll('label')].find(({ textContent }) => textContent === label)!
      return document.getElementById(found.htmlFor) as HTMLInputElement
    }
    return { dialog, field, save: () => click(dialog.querySelector('button[data-main]')) }
  }
  return { place, onChange, button, openForm }
}

it('a film is set in the place of the lead picture, by a form that refuses an invalid address', async () => {
  const { place, onChange, openForm } = await draw(null)
  const { dialog, field, save } = await openForm(PICTURE.setVideo)
  await type(field(BLOCK_FORMS.fields.src), 'javascript:alert(1)')
  await save()
  expect(onChange).not.toHaveBeenCalled()
  expect(dialog.querySelector('[role="alert"]')!.textContent).toBe(BLOCK_FORMS.form.wrongAddress)
  const { violations } = await axe.run(dialog, { rules: { 'color-contrast': { enabled: false } } })
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  await type(field(BLOCK_FORMS.fields.src), 'https://film.example/deich.mp4')
  await type(field(BLOCK_FORMS.fields.filmCaption), 'Der Deich von oben')
  await type(field(BLOCK_FORMS.fields.duration), '62,5')
  await save()
  expect(onChange.mock.calls).toEqual([
    [
      {
        headerVideo: {
          type: 'video',
          src: 'https://film.example/deich.mp4',
          mimeType: 'video/mp4',
          poster: null,
          caption: 'Der Deich von oben',
          credit: '',
          duration: 62.5,
        },
      },
    ],
  ])
  expect(place.querySelector('dialog')).toBeNull()
})

it('the film of an article is named, changed without losing its subtitles, and taken away', async () => {
  const { place, onChange, button, openForm } = await draw(FILM)
  expect(place.textContent).toContain(PICTURE.video(FILM.caption))
  const { field, save } = await openForm(PICTURE.changeVideo)
  await type(field(BLOCK_FORMS.fields.filmCredit), 'Jonas Kern')
  await save()
  expect(onChange).toHaveBeenLastCalledWith({ headerVideo: { ...FILM, credit: 'Jonas Kern' } })
  await click(button(PICTURE.removeVideo))
  expect(onChange).toHaveBeenLastCalledWith({ headerVideo: null })
})

it('a person without the right to write sees the film and no button to change it', async () => {
  const { place } = await draw(FILM, true)
  expect(place.textContent).toContain(PICTURE.video(FILM.caption))
  expect(place.querySelectorAll('button')).toHaveLength(0)
})
