/** Texts and pages beside which no advertising stands: deaths, accidents, violence, war. Pure. */
import { isAtOrBelow } from '../section-path.ts'

/** A publication's own rules. */
export type SensitiveTopics = {
  /** Sections, with all below them. */
  sections?: readonly string[]
  articles?: readonly string[]
  /** Instead of the usual words: stems at the beginning or end of a word, or phrases. */
  words?: readonly string[]
  /** Words and phrases that are harmless although they contain one of the list; in addition to the usual ones. */
  except?: readonly string[]
}

type Stems = {
  /** Anywhere in a word: long stems without a double meaning. */
  anywhere: readonly string[]
  starts: readonly string[]
  /** At the end of a word, before an ending of German grammar. */
  ends: readonly string[]
  /** Two words or more, the last one to its beginning. */
  phrases: readonly string[]
  /** Where one of these matches as well, a stem does not count; phrases are removed from the text first. */
  except: readonly string[]
}

const list = (words: string): readonly string[] => words.trim().split(/\s+/)
const phrases = (words: string): readonly string[] => words.split(',').map((phrase) => phrase.trim())

const USUAL: Stems = {
  anywhere: list(`
    unfall unfäll unglück katastroph erdbeben zusammenstoß zusammenstöß zusammenprall flugzeugabsturz hubschrauberabsturz
    trauer nachruf beerdig obduktion obduzier suizid selbstmord selbstmörd totschlag totschläg massaker femizid
    missbrauch misshand vergewaltig attentat attentät terror geiselnahm geiselnehm messerangriff messerattack messerstech
    verbrech gewalttat gewalttät sexualstraf sexualdelikt kinderporno holocaust völkermord genozid pogrom auschwitz
    konzentrationslager luftangriff raketenangriff drohnenangriff bombenangriff bombardi hungersnot`),
  starts: list(`
    todes todkrank todgeweiht toten totge leiche leichn gestorb verstorb versterb verstirb sterb stirb tödlich töt getöt
    mord mörder ermord krieg amok anschlag anschläg hinterblieben beisetz beigesetzt bestatt leblos lebensgefahr
    lebensgefährlich schwerverletz vermisst erschoss erschieß angeschoss niedergestoch erstoch erstech erschlag erstick
    erdross erwürg erhäng enthaupt ertrunk ertrank ertrink ertränk verblut erfror überfahren hingericht hinricht entführ
    folter gefolter bluttat blutbad explosion explodier`),
  ends: list('tod tot starb tötung leiche bestattung bestatter mord mörder krieg opfer anschlag anschläg'),
  phrases: phrases(`
    ums leben, leben verloren, verlor sein leben, verlor ihr leben, verliert sein leben, verliert ihr leben,
    verloren ihr leben, das leben nehmen, das leben genommen, nimmt sich das leben, nahm sich das leben, schwer verletzt,
    häusliche gewalt, häuslicher gewalt, sexuelle gewalt, sexueller gewalt, sexueller übergriff, sexuelle übergriffe`),
  except: [
    // Another word, or a name.
    ...list(`
      asymptot kustod nematod trematod totem gleiche bleiche schleiche klopfer stopfer tropfer hopfer opfern mordor mordwin
      kriegen kriegt kriegst krieger voranschlag voranschläg anschlagtafel anschlagsäule todesfelde tötensen trauernicht`),
    // The word without its horror.
    ...list(`
      unglücklich unglücksrabe unfallfrei unfallversicher unfallkasse katastrophal katastrophenschutz trauerspiel trauerweide
      mordsspaß mordsgaudi mordsstimmung mordshunger mordsmäßig totgesagt totenkopfäff bauernopfer handelskrieg preiskrieg
      rosenkrieg papierkrieg kleinkrieg zickenkrieg machtmissbrauch amtsmissbrauch datenmissbrauch vertrauensmissbrauch`),
    ...phrases(`
      tote hosen, toten hosen, toter winkel, toten winkel, totes rennen, totes meer, toten meer, toter punkt, toten punkt,
      entführung aus dem serail`),
  ],
}

const ENDINGS = ['', 'e', 'en', 'er', 'ern', 'es', 'em', 's', 'n', 'in', 'innen'] as const

/** Subject of an article, a teaser or a page; `words`: its headline, its tags, its name. */
export type Topics = { id?: string; section?: string; words: readonly string[] }

export function isSensitive({ id, section, words }: Topics, own: SensitiveTopics = {}): boolean {
  const { sections = [], articles = [] } = own
  if (id !== undefined && articles.includes(id)) return true
  if (section !== undefined && sections.some((path) => isAtOrBelow(section, path))) return true
  return isSaid(words.join(' '), toStems(own))
}

function toStems({ words, except = [] }: SensitiveTopics): Stems {
  const lower = (entries: readonly string[]) => entries.map((entry) => toWords(entry).join(' ')).filter(Boolean)
  const harmless = except.length === 0 ? USUAL.except : [...USUAL.except, ...lower(except)]
  if (words === undefined) return { ...USUAL, except: harmless }
  const own = lower(words)
  const stems = own.filter((entry) => !entry.includes(' '))
  return {
    anywhere: [],
    starts: stems,
    ends: stems,
    phrases: own.filter((entry) => entry.includes(' ')),
    except: harmless,
  }
}

const toWords = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? []

function isSaid(text: string, { anywhere, starts, ends, phrases: named, except }: Stems): boolean {
  let said = ` ${toWords(text).join(' ')} `
  for (const phrase of except) if (phrase.includes(' ')) said = said.replaceAll(` ${phrase}`, ' ')
  if (named.some((phrase) => said.includes(` ${phrase}`))) return true
  const isHit = (stems: readonly string[], fits: (stem: string) => boolean) => stems.some(fits) && !except.some(fits)
  return said
    .trim()
    .split(' ')
    .some(
      (word) =>
        isHit(anywhere, (stem) => word.includes(stem)) ||
        isHit(starts, (stem) => word.startsWith(stem)) ||
        isHit(ends, (stem) => ENDINGS.some((ending) => word.endsWith(stem + ending))),
    )
}

type TeaserTopics = { documentId: string; title: string; titlePrefix: string; sectionPath: string }

export function isSensitiveTeaser(
  { documentId: id, title, titlePrefix, sectionPath: section }: TeaserTopics,
  own?: SensitiveTopics,
): boolean {
  return isSensitive({ id, section, words: [titlePrefix, title] }, own)
}
