import { describe, expect, it } from 'vitest'
import type { ContentItem } from '../parsed-document.ts'
import { toBlocks } from './body-html.ts'
import { expandBuilderCodes } from './builder-codes.ts'

const UPLOADS = 'https://bote.example/wp-content/uploads'
const FIGURE = `<figure><img src="${UPLOADS}/bus.jpg" alt="Bus"/><figcaption>Der Bus.<span class="credit">Eva Ort</span></figcaption></figure>`

function read(html: string) {
  const notes: string[] = []
  const figureOf = (id: string) => (id === '901' || id === '902' ? FIGURE.replace('bus', `bus-${id}`) : null)
  const expanded = expandBuilderCodes(html, { figureOf, note: (reason) => notes.push(reason) })
  const body = toBlocks(expanded, {
    language: 'de',
    findPicture: ({ src = '', alt = '' }) => ({
      baseUrl: src,
      cropVal: '16:9',
      altText: alt,
      width: 0,
      height: 0,
      credit: '',
      caption: '',
      colour: null,
    }),
  })
  return { items: body.items.map(toShort), notes: [...notes, ...body.notes] }
}

function toShort(item: ContentItem): string {
  if (item.type === 'heading') return `h${item.level} ${item.text}${item.url === undefined ? '' : ` → ${item.url}`}`
  if (item.type === 'paragraph') return item.html
  if (item.type === 'image')
    return [item.picture.baseUrl.replace(UPLOADS, ''), item.picture.caption, item.picture.credit].join('|')
  if (item.type === 'gallery') return `gallery of ${item.pictures.length}`
  if (item.type === 'embed') return `${item.vendor} ${item.url}`
  if (item.type === 'quote') return `„${item.text}“ ${item.attribution}`
  return 'src' in item ? `${item.type} ${item.src}` : item.type
}

const base64 = (text: string) => Buffer.from(text).toString('base64')

describe('codes of page builders', () => {
  it.each<[string, string, string[]]>([
    [
      '[vc_row][vc_column width="2/3"][vc_column_text css=".a{b:c}"]Text.[/vc_column_text][/vc_column][/vc_row]',
      'arrange',
      ['Text.'],
    ],
    ['[vc_custom_heading text="Was ``neu`` ist" font_container="tag:h2|a:b"]', 'WPBakery', ['h2 Was „neu“ ist']],
    [
      '[vc_custom_heading text="Mehr" link="url:https%3A%2F%2Fstadt.example%2Fa|title:x"]',
      'WPBakery',
      ['h3 Mehr → https://stadt.example/a'],
    ],
    ['[vc_single_image image="901" img_size="full"]', 'WPBakery', ['/bus-901.jpg|Der Bus.|Eva Ort']],
    ['[vc_gallery images="901,902"]', 'WPBakery', ['gallery of 2']],
    [
      '[vc_video link="https://www.youtube.com/watch?v=abcdefghijk"]',
      'WPBakery',
      ['youtube https://www.youtube.com/watch?v=abcdefghijk'],
    ],
    [`[vc_raw_html]${base64(encodeURIComponent('<p>Der Fährplan.</p>'))}[/vc_raw_html]`, 'WPBakery', ['Der Fährplan.']],
    [
      '[vc_btn title="Zur Stadt" link="url:https%3A%2F%2Fstadt.example"]',
      'WPBakery',
      ['<a href="https://stadt.example">Zur Stadt</a>'],
    ],
    ['[vc_toggle title="Frage?"]Antwort.[/vc_toggle]', 'WPBakery', ['h3 Frage?', 'Antwort.']],
    ['[et_pb_text admin_label="Text"]<p>Eins [und] zwei.</p>[/et_pb_text]', 'Divi', ['Eins [und] zwei.']],
    [`[et_pb_image src="${UPLOADS}/platz.jpg" alt="Rutsche" title_text="x" /]`, 'Divi', ['/platz.jpg||']],
    [
      '[et_pb_blurb title="Das %22kostet%22 es"]<p>80 Euro.</p>[/et_pb_blurb]',
      'Divi',
      ['h3 Das „kostet“ es', '80 Euro.'],
    ],
    ['[et_pb_code]<p>Im Kasten.</p><!-- [et_pb_line_break_holder] -->[/et_pb_code]', 'Divi', ['Im Kasten.']],
    [
      '[et_pb_testimonial author="Eva Ort" job_title="Wirtin"]Schön ist es.[/et_pb_testimonial]',
      'Divi',
      ['„Schön ist es.“ Eva Ort, Wirtin'],
    ],
    [
      '[et_pb_button button_text="Mehr" button_url="https://stadt.example/m" /]',
      'Divi',
      ['<a href="https://stadt.example/m">Mehr</a>'],
    ],
    [`[et_pb_audio audio="${UPLOADS}/rat.mp3" /]`, 'Divi', [`audio ${UPLOADS}/rat.mp3`]],
    [
      '[fusion_title size="2"]Der Ablauf[/fusion_title][fusion_text]Um zehn.[/fusion_text]',
      'Avada',
      ['h2 Der Ablauf', 'Um zehn.'],
    ],
    [
      `[fusion_imageframe image_id="901|full" caption_title="Im Hof"]${UPLOADS}/bus-901.jpg[/fusion_imageframe]`,
      'Avada',
      ['/bus-901.jpg|Im Hof|Eva Ort'],
    ],
    [`[fusion_imageframe image_id="901|full"]${UPLOADS}/anderes.jpg[/fusion_imageframe]`, 'Avada', ['/anderes.jpg||']],
    [`[fusion_code]${base64('<p>Kasten.</p>')}[/fusion_code]`, 'Avada', ['Kasten.']],
    ['[fusion_youtube id="abcdefghijk" /]', 'Avada', ['youtube https://www.youtube.com/watch?v=abcdefghijk']],
    [
      "[av_heading heading='Anfahrt' tag='h3'][/av_heading][av_textblock]Mit dem Rad.[/av_textblock]",
      'Enfold',
      ['h3 Anfahrt', 'Mit dem Rad.'],
    ],
    [`[av_image src='${UPLOADS}/karte.jpg' attachment='7' caption='yes'][/av_image]`, 'Enfold', ['/karte.jpg|yes|']],
    [
      "[av_button label='Karte' link='manually,https://stadt.example/k']",
      'Enfold',
      ['<a href="https://stadt.example/k">Karte</a>'],
    ],
    ["[av_slideshow][av_slide id='901'][/av_slide][/av_slideshow]", 'Enfold', ['/bus-901.jpg|Der Bus.|Eva Ort']],
    [
      `[fusion_imageframe image_id="901|full"]<img src="${UPLOADS}/bus-901-300x200.jpg" alt=""/>[/fusion_imageframe]`,
      'Avada',
      ['/bus-901-300x200.jpg||'],
    ],
    [
      '[tdc_zone type="tdc_content"][vc_row][td_block_text_with_title custom_title="Die Strecke"]Vier Kilometer.[/td_block_text_with_title][/vc_row][/tdc_zone]',
      'tagDiv',
      ['h3 Die Strecke', 'Vier Kilometer.'],
    ],
    [
      '[fusion_button link="https://stadt.example/m" target="_self"]Zur <b>Stadt</b>[/fusion_button]',
      'Avada',
      ['<a href="https://stadt.example/m">Zur <b>Stadt</b></a>'],
    ],
    [
      `[et_pb_slider][et_pb_slide heading="Erste" background_image="${UPLOADS}/a.jpg"]<p>Text.</p>[/et_pb_slide][/et_pb_slider]`,
      'Divi',
      ['h3 Erste', '/a.jpg||', 'Text.'],
    ],
    [`[tdm_block_inline_text description="${base64('Über die Brücke.')}"]`, 'tagDiv', ['Über die Brücke.']],
    ['[tdm_block_inline_text description="Nachrichten"]', 'tagDiv', ['Nachrichten']],
    [`[ux_image id="902"]`, 'Flatsome', ['/bus-902.jpg|Der Bus.|Eva Ort']],
    ['[su_quote cite="Eva Ort"]So ist es.[/su_quote]', 'Shortcodes Ultimate', ['„So ist es.“ Eva Ort']],
    ['Ein [su_highlight]Wort[/su_highlight] im Satz.', 'Shortcodes Ultimate', ['Ein Wort im Satz.']],
  ])('%s (%s)', (html, _builder, items) => {
    expect(read(html)).toEqual({ items, notes: [] })
  })

  it.each([
    ['[vc_basic_grid post_type="post" max_items="3"]', "code of the source's editor left out: [vc_basic_grid]"],
    ['[td_block_1 custom_title="Weitere" limit="4"]', "code of the source's editor left out: [td_block_1]"],
    ['[fusion_recent_posts title="Mehr" /]', "code of the source's editor left out: [fusion_recent_posts]"],
    ['[et_pb_blog posts_number="3" /]', "code of the source's editor left out: [et_pb_blog]"],
    ['[vc_raw_js]JTNDc2NyaXB0JTNF[/vc_raw_js]', "code of the source's editor left out: [vc_raw_js]"],
    ['[vc_single_image image="7"]', 'a picture (number 7) is not in the export'],
    ['[vc_gallery images="7,8"]', '2 pictures of a gallery are not in the export'],
  ])('%s goes with a note', (html, note) => expect(read(html)).toEqual({ items: [], notes: [note] }))

  it('takes linear time for codes that never end', () => {
    const started = performance.now()
    for (const piece of ['[vc_row ', '[vc_row a="', '[vc_row]', '[/vc_row]', '[vc_raw_html]']) read(piece.repeat(8000))
    expect(performance.now() - started).toBeLessThan(10_000)
  })
})
