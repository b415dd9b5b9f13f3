/** How pictures, live entries and closed blocks look in the editor: plain DOM, because React would draw at each key. */
import type { Node } from 'prosemirror-model'
import type { NodeView, NodeViewConstructor } from 'prosemirror-view'
import type { BodyItem, Picture } from '@lokalteil/contracts/content'
import { imageAddress } from '@lokalteil/domain/display/breakpoints'
import { formatBytes } from '@lokalteil/domain/german-numbers'
import { EDITOR_TEXTS as texts } from '../messages/editor.ts'
import type { LiveAttributes } from './forms.ts'

/** Opens the form of the block at a position. */
type OpenBlock = (pos: number) => void

export function createNodeViews(
  open: OpenBlock,
  /** Whether blocks of a kind have a button to edit them. */
  mayChange: (name: string) => boolean,
): Record<string, NodeViewConstructor> {
  const openOf = (name: string) => (mayChange(name) ? open : null)
  return {
    image: (node, _view, getPos) => new ImageView(node, getPos, openOf('image')),
    liveEntry: (node, _view, getPos) => new LiveView(node, getPos, openOf('liveEntry')),
    closed: (node, _view, getPos) => new ClosedView(node, getPos, openOf('closed')),
  }
}

/** The address of a picture of the store; null: it is elsewhere, and the office loads nothing from other sites. */
export function toPictureAddress({ baseUrl }: Picture, width: number): string | null {
  if (baseUrl === '' || /^[a-z]+:/i.test(baseUrl) || baseUrl.startsWith('//')) return null
  return imageAddress(baseUrl, { width })
}

type Attributes = Readonly<Record<string, string>>

function make(tag: string, attributes: Attributes = {}, ...children: (HTMLElement | string)[]): HTMLElement {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children)
  return element
}

abstract class BlockView implements NodeView {
  dom: HTMLElement
  abstract contentDOM?: HTMLElement
  protected readonly panel: HTMLElement
  private readonly getPos: () => number | undefined
  /** Null: the block is only shown. */
  private readonly open: OpenBlock | null

  constructor(tag: string, getPos: () => number | undefined, open: OpenBlock | null) {
    this.getPos = getPos
    this.open = open
    this.dom = make(tag)
    this.panel = make('div', { 'data-panel': '', contenteditable: 'false' })
    this.dom.append(this.panel)
  }

  protected buttons(label: string): HTMLElement[] {
    const { open } = this
    if (open === null) return []
    const button = make('button', { type: 'button', 'aria-label': label, 'data-edit': '' }, texts.edit)
    button.addEventListener('click', () => {
      const pos = this.getPos()
      if (pos !== undefined) open(pos)
    })
    return [button]
  }

  stopEvent(event: Event): boolean {
    return event.target instanceof Element && event.target.closest('button') !== null
  }

  ignoreMutation(mutation: { type: string; target: globalThis.Node }): boolean {
    return (
      mutation.type !== 'selection' && (this.contentDOM === undefined || !this.contentDOM.contains(mutation.target))
    )
  }
}

class ImageView extends BlockView {
  contentDOM: HTMLElement
  private node: Node

  constructor(node: Node, getPos: () => number | undefined, open: OpenBlock | null) {
    super('figure', getPos, open)
    this.node = node
    this.dom.dataset.block = 'image'
    this.contentDOM = make('figcaption', {
      'data-line': texts.lines.caption,
      'data-placeholder': texts.lines.caption,
    })
    this.dom.append(this.contentDOM)
    this.draw()
  }

  update(node: Node): boolean {
    if (node.type !== this.node.type) return false
    const isSame = node.attrs.picture === this.node.attrs.picture
    this.node = node
    if (!isSame) this.draw()
    return true
  }

  private draw(): void {
    const picture = this.node.attrs.picture as Picture
    this.dom.setAttribute('aria-label', toLabel(texts.blocks.image, picture.altText))
    this.panel.replaceChildren(drawPicture(picture, 640), ...this.drawTexts(picture))
  }

  private drawTexts({ altText, credit }: Picture): HTMLElement[] {
    const line = make('p', { 'data-facts': '' })
    line.append(
      credit === '' ? make('strong', {}, texts.noCredit) : credit,
      ' · ',
      altText === '' ? make('strong', {}, texts.noAltText) : altText,
    )
    return [line, ...this.buttons(`${texts.edit}: ${texts.editPicture}`)]
  }
}

function drawPicture(picture: Picture, width: number): HTMLElement {
  const address = toPictureAddress(picture, width)
  if (address === null) return make('p', { 'data-facts': '' }, texts.otherHost)
  const image = make('img', {
    src: address,
    alt: picture.altText,
    loading: 'lazy',
    decoding: 'async',
    draggable: 'false',
  })
  // Reserves the place, so that the text does not jump.
  if (picture.width > 0 && picture.height > 0) {
    image.setAttribute('width', String(picture.width))
    image.setAttribute('height', String(picture.height))
  }
  return image
}

class LiveView extends BlockView {
  contentDOM: HTMLElement
  private node: Node

  constructor(node: Node, getPos: () => number | undefined, open: OpenBlock | null) {
    super('section', getPos, open)
    this.node = node
    this.dom.dataset.block = 'liveEntry'
    this.dom.setAttribute('role', 'group')
    this.contentDOM = make('div')
    this.dom.append(this.contentDOM)
    this.draw()
  }

  update(node: Node): boolean {
    if (node.type !== this.node.type) return false
    const isSame = node.attrs.entry === this.node.attrs.entry
    this.node = node
    if (!isSame) this.draw()
    return true
  }

  private draw(): void {
    const { label, isImportant, isPinned, picture } = this.node.attrs.entry as LiveAttributes
    this.dom.setAttribute('aria-label', toLabel(texts.blocks.liveEntry, label))
    const marks = [isImportant ? texts.important : '', isPinned === true ? texts.pinned : ''].filter(
      (mark) => mark !== '',
    )
    const facts = make('p', { 'data-facts': '' }, [label, ...marks].join(' · '))
    this.panel.replaceChildren(
      facts,
      ...(picture === undefined ? [] : [drawPicture(picture, 320)]),
      ...this.buttons(`${texts.edit}: ${texts.blocks.liveEntry}`),
    )
  }
}

class ClosedView extends BlockView {
  contentDOM = undefined
  private node: Node

  constructor(node: Node, getPos: () => number | undefined, open: OpenBlock | null) {
    super('div', getPos, open)
    this.node = node
    this.dom.setAttribute('role', 'group')
    this.dom.setAttribute('contenteditable', 'false')
    this.draw()
  }

  update(node: Node): boolean {
    if (node.type !== this.node.type) return false
    const isSame = node.attrs.item === this.node.attrs.item
    this.node = node
    if (!isSame) this.draw()
    return true
  }

  private draw(): void {
    const item = this.node.attrs.item as BodyItem
    const name = texts.blocks[item.type as keyof typeof texts.blocks]
    const summary = summarise(item)
    this.dom.dataset.block = item.type
    this.dom.setAttribute('aria-label', toLabel(name, summary))
    const pictures = item.type === 'gallery' ? item.pictures.slice(0, 6) : item.type === 'video' ? [item.poster] : []
    const row = make('div', { 'data-pictures': '' })
    for (const picture of pictures) if (picture !== null) row.append(drawPicture(picture, 160))
    this.panel.replaceChildren(
      make('strong', {}, name),
      make('p', { 'data-facts': '' }, summary),
      ...(row.childElementCount === 0 ? [] : [row]),
      ...this.buttons(`${texts.edit}: ${toLabel(name, summary)}`),
    )
  }
}

const toLabel = (name: string, detail: string) => (detail === '' ? name : `${name}: ${detail}`)

/** A closed block in one line. */
function summarise(item: BodyItem): string {
  const join = (...parts: string[]) => parts.filter((part) => part !== '').join(', ')
  switch (item.type) {
    case 'gallery':
      return join(item.title, texts.pictures(item.pictures.length))
    case 'video':
      return join(item.caption, item.src)
    case 'audio':
      return join(item.title, item.src)
    case 'document':
      return join(item.title, formatBytes(item.bytes))
    case 'embed':
      return join(item.title, item.url)
    case 'articleReference':
      return item.articleId
    case 'timeline':
      return join(texts.steps(item.entries.length), item.entries[0]?.text ?? '')
    case 'people':
      return item.people.map(({ name }) => name).join(', ')
    case 'match':
      return `${item.home.name} – ${item.away.name} ${item.home.goals}:${item.away.goals}`
    default:
      return ''
  }
}
