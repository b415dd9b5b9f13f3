/** What runs in the page: makes its rows fit, and measures what stands where. Each function stands alone. */

/** Takes away rows that do not fit, and lets pictures grow into what is left. Answers how many articles stayed. */
export function fitPages(): number {
  for (const page of document.querySelectorAll<HTMLElement>('.page')) {
    const rows = page.querySelector<HTMLElement>('.rows')!
    const free = () =>
      rows.getBoundingClientRect().bottom - (rows.lastElementChild?.getBoundingClientRect().bottom ?? 0)
    while (free() < 0 && rows.children.length > 1) {
      // The last sentences of the row's longest text, as an editor would; a row that is all beginnings goes.
      const texts = [...rows.lastElementChild!.querySelectorAll<HTMLElement>('.text')]
      const longest = texts.toSorted((a, b) => b.getBoundingClientRect().bottom - a.getBoundingClientRect().bottom)[0]
      if (longest !== undefined && longest.children.length > 3) {
        longest.lastElementChild!.remove()
        while (/^H\d/.test(longest.lastElementChild?.tagName ?? '')) longest.lastElementChild!.remove()
      } else rows.lastElementChild!.remove()
    }
    const grow = (image: HTMLElement, by: number, most: number) => {
      const height = image.offsetHeight
      image.style.height = `${height + Math.max(0, Math.min(by, height * most))}px`
    }
    // Within a row the shorter ones get larger pictures, so that all end on one line.
    for (const row of rows.children)
      for (const cell of row.children) {
        const gap = row.getBoundingClientRect().bottom - cell.lastElementChild!.getBoundingClientRect().bottom
        const image = cell.querySelector<HTMLElement>('img')
        if (image !== null) grow(image, gap, 0.9)
      }
    // What is left of the page goes to the rows' pictures, all of a row alike.
    const withImages = [...rows.children].filter((row) => row.querySelector('img') !== null)
    const each = free() / Math.max(1, withImages.length)
    for (const row of withImages)
      for (const cell of row.children) {
        const image = cell.querySelector<HTMLElement>('img')
        if (image !== null) grow(image, each * 0.98, 0.35)
      }
    rows.style.justifyContent = 'space-between'
  }
  return document.querySelectorAll('article').length
}

export function measurePages() {
  const round = (value: number) => Math.round(Math.min(Math.max(value, 0), 1) * 10_000) / 10_000
  return [...document.querySelectorAll<HTMLElement>('.page')].map((page) => {
    const whole = page.getBoundingClientRect()
    const toBox = (rect: { left: number; top: number; right: number; bottom: number }) => ({
      x: round((rect.left - whole.left) / whole.width),
      y: round((rect.top - whole.top) / whole.height),
      width: round((rect.right - rect.left) / whole.width),
      height: round((rect.bottom - rect.top) / whole.height),
    })
    const zones = [...page.querySelectorAll<HTMLElement>('article')].flatMap((article) => {
      const key = article.dataset.key!
      const range = document.createRange()
      range.selectNodeContents(article.querySelector('h2')!)
      const columns = new Map<number, { left: number; top: number; right: number; bottom: number }>()
      const text = article.querySelector('.text')!
      const column = text.getBoundingClientRect().width
      for (const block of text.children)
        for (const rect of block.getClientRects()) {
          if (rect.width === 0 || rect.height === 0) continue
          const at = Math.round(((rect.left - text.getBoundingClientRect().left) / column) * 12)
          const known = columns.get(at)
          columns.set(at, {
            left: Math.min(known?.left ?? Infinity, rect.left),
            top: Math.min(known?.top ?? Infinity, rect.top),
            right: Math.max(known?.right ?? 0, rect.right),
            bottom: Math.max(known?.bottom ?? 0, rect.bottom),
          })
        }
      const figure = article.querySelector('figure')
      return [
        { kind: 'headline', article: key, box: toBox(range.getBoundingClientRect()) },
        ...(figure === null ? [] : [{ kind: 'picture', article: key, box: toBox(figure.getBoundingClientRect()) }]),
        ...[...columns.entries()]
          .toSorted(([a], [b]) => a - b)
          .map(([, rect]) => ({ kind: 'text', article: key, box: toBox(rect) })),
      ]
    })
    const articles = [...page.querySelectorAll<HTMLElement>('article')].map((article) => ({
      key: article.dataset.key!,
      html: [...article.querySelectorAll('.text > :not(.author)')]
        .map((one) => (one.tagName === 'P' ? `<p>${one.innerHTML}</p>` : `<h2>${one.innerHTML}</h2>`))
        .join(''),
    }))
    return { number: Number(page.dataset.number), zones, articles }
  })
}
